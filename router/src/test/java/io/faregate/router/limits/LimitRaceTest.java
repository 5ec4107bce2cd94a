package io.faregate.router.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two threads and ten million operations against each window, on a clock that they drive themselves. */
@Tag("slow")
final class LimitRaceTest {
    private static final long MINUTE = RequestWindow.WINDOW_NANOS;
    private static final int OPERATIONS_EACH = 5_000_000;

    private final AtomicLong clock = new AtomicLong();

    @Test
    void requestsNeverPassTheLimitInAnyMinute() throws InterruptedException {
        int limit = 500;
        long step = MINUTE / (4L * limit);
        RequestWindow window = new RequestWindow(limit);
        List<long[]> taken = race(random -> {
            long now = clock.addAndGet(random.nextLong(step));
            long instant = window.take(now);
            return instant == RequestWindow.NEVER ? -1 : instant;
        });

        long[] instants = merged(taken);
        for (int i = limit; i < instants.length; i++) {
            assertThat(instants[i] - instants[i - limit]).isGreaterThanOrEqualTo(MINUTE);
        }
        assertThat(instants.length).isGreaterThanOrEqualTo((int) (clock.get() / MINUTE * limit * 98 / 100));
    }

    @Test
    void tokensNeverPassTheLimitInAnyMinute() throws InterruptedException {
        long limit = 100_000;
        TokenWindow window = new TokenWindow(limit, 0);
        int tokens = 50;
        List<long[]> taken = race(random -> {
            long now = clock.addAndGet(random.nextLong(MINUTE / 8_000));
            return window.tryTake(tokens, now);
        });

        long[] buckets = merged(taken);
        long calls = limit / tokens;
        for (int i = (int) calls; i < buckets.length; i++) {
            assertThat(buckets[i] - buckets[i - (int) calls]).isGreaterThan(TokenWindow.BUCKETS);
        }
        assertThat(buckets.length).isGreaterThanOrEqualTo((int) (clock.get() / MINUTE * calls * 98 / 100));
    }

    @Test
    void correctionsLeaveNothingBehind() throws InterruptedException {
        long limit = 1_000_000;
        TokenWindow window = new TokenWindow(limit, 0);
        race(random -> {
            long now = clock.addAndGet(random.nextLong(MINUTE / 1_000));
            long estimated = random.nextLong(3_000);
            long bucket = window.tryTake(estimated, now);
            if (bucket >= 0) {
                window.correct(bucket, estimated, random.nextLong(6_000));
            }
            return -1;
        });

        assertThat(window.left(clock.get() + MINUTE + TokenWindow.BUCKET_NANOS)).isEqualTo(limit);
    }

    private interface Step {
        long run(SplittableRandom random);
    }

    private static List<long[]> race(Step step) throws InterruptedException {
        List<long[]> results = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            SplittableRandom random = new SplittableRandom(t);
            long[] found = new long[OPERATIONS_EACH];
            results.add(found);
            threads.add(new Thread(() -> {
                for (int i = 0; i < OPERATIONS_EACH; i++) {
                    found[i] = step.run(random);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        return results;
    }

    private static long[] merged(List<long[]> parts) {
        long[] all = parts.stream()
                .flatMapToLong(Arrays::stream)
                .filter(value -> value >= 0)
                .toArray();
        Arrays.sort(all);
        return all;
    }
}
