package io.faregate.router.canary;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The assignment of tasks to arms. Immutable, for any thread.
 *
 * <p>SHA-256 over the experiment, a NUL and the task id; its first eight bytes as an unsigned number h stand for the
 * position h * 100 / 2^64 in [0, 100), and the challenger has what lies below the percentage. So a larger percentage
 * only moves tasks to the challenger. The comparison is exact: h is whole, hence below the rounded-up bound when it is
 * below the bound.
 */
public final class CanarySplit {
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final BigInteger POSITIONS = BigInteger.ONE.shiftLeft(64);

    private static final ThreadLocal<Hasher> HASHERS = ThreadLocal.withInitial(Hasher::new);

    private final byte[] salt;
    private final long boundUnsigned;
    private final boolean everybody;

    /**
     * The split of an experiment.
     *
     * @param percent share of the challenger, 0 to 100
     * @throws IllegalArgumentException if it is not
     */
    public CanarySplit(String experiment, BigDecimal percent) {
        if (percent.signum() < 0 || percent.compareTo(HUNDRED) > 0) {
            throw new IllegalArgumentException("found " + percent + ", expected a percentage of 0 to 100");
        }
        BigInteger bound = percent.multiply(new BigDecimal(POSITIONS))
                .divide(HUNDRED, 0, RoundingMode.CEILING)
                .toBigIntegerExact();
        everybody = bound.equals(POSITIONS);
        boundUnsigned = bound.longValue();
        salt = (experiment + '\0').getBytes(StandardCharsets.UTF_8);
    }

    /** The arm of a task. */
    public Arm arm(String taskId) {
        if (everybody) {
            return Arm.CHALLENGER;
        }
        return Long.compareUnsigned(position(taskId), boundUnsigned) < 0 ? Arm.CHALLENGER : Arm.PRIMARY;
    }

    /** The position of a task as an unsigned number of 2^-64. */
    long position(String taskId) {
        return HASHERS.get().position(salt, taskId);
    }

    /**
     * The digest of one thread with its working memory:
     * a copy for each task would be the dearest part of the split.
     */
    private static final class Hasher {
        private final MessageDigest sha256;
        private final byte[] hash = new byte[32];
        private final byte[] ascii = new byte[128];

        Hasher() {
            try {
                sha256 = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new AssertionError("every Java platform has SHA-256", e);
            }
        }

        long position(byte[] salt, String taskId) {
            sha256.update(salt);
            update(taskId);
            try {
                sha256.digest(hash, 0, hash.length);
            } catch (DigestException e) {
                throw new AssertionError("a SHA-256 is 32 bytes", e);
            }
            long position = 0;
            for (int i = 0; i < Long.BYTES; i++) {
                position = (position << 8) | (hash[i] & 0xff);
            }
            return position;
        }

        /** Names of tasks are short and ASCII; others go the long way. */
        private void update(String taskId) {
            int length = taskId.length();
            boolean plain = length <= ascii.length;
            for (int i = 0; plain && i < length; i++) {
                char c = taskId.charAt(i);
                plain = c < 0x80;
                ascii[i] = (byte) c;
            }
            if (plain) {
                sha256.update(ascii, 0, length);
            } else {
                sha256.update(taskId.getBytes(StandardCharsets.UTF_8));
            }
        }
    }
}
