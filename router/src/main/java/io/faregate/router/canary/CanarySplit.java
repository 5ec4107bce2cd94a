package io.faregate.router.canary;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
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

    private final MessageDigest salted;
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
        salted = sha256();
        salted.update(experiment.getBytes(StandardCharsets.UTF_8));
        salted.update((byte) 0);
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
        byte[] hash = copyOfSalted().digest(taskId.getBytes(StandardCharsets.UTF_8));
        long position = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            position = (position << 8) | (hash[i] & 0xff);
        }
        return position;
    }

    private MessageDigest copyOfSalted() {
        try {
            return (MessageDigest) salted.clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError("the platform's SHA-256 cannot be copied", e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
