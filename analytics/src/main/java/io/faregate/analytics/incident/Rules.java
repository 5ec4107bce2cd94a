package io.faregate.analytics.incident;

import io.faregate.analytics.row.PicoUsd;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.numbers.gamma.RegularizedBeta;

/**
 * Which alarms stand, from the figures and from what stood before: what has begun lasts until it is clearly over, and
 * is measured against what was usual when it began. Pure.
 */
public final class Rules {
    private static final long HEAD_CALLS = 30;
    private static final long HEAD_USUAL_CALLS = 100;
    /** One part in so many of all calls must fall through more than usual. */
    private static final double FELL_MORE_PARTS = 20;
    /** A head that is as usual gives a false alarm in fewer than one of 10,000 looks. */
    private static final double CHANCE = 1e-4;

    private static final int SPEND_HOURS = 24;
    private static final BigInteger SPEND_TIMES = BigInteger.valueOf(3);
    private static final long ACCOUNT_CALLS = 20;
    private static final BigInteger DRIFT_PARTS = BigInteger.valueOf(20);
    private static final int RATE_PLACES = 4;

    private Rules() {}

    /**
     * The alarms that stand.
     *
     * @param standing those that stood at the last look
     */
    public static List<Alarm> of(Figures figures, Map<Alarm.Key, Alarm> standing) {
        List<Alarm> alarms = new ArrayList<>();
        figures.heads().forEach(head -> fallthrough(head, standing, alarms));
        spend(figures, standing, alarms);
        figures.unpricedCalls()
                .forEach((model, calls) -> alarms.add(new Alarm(
                        Kind.UNPRICED_MODEL,
                        model,
                        BigDecimal.valueOf(calls),
                        null,
                        calls + " calls of " + named(model)
                                + " in the last hour have no known cost: they are in no sum,"
                                + " and the price or the usage is missing")));
        figures.accounts().forEach(account -> drift(account, alarms));
        if (figures.rejectedLines() > 0) {
            alarms.add(new Alarm(
                    Kind.REJECTED_ROWS,
                    "",
                    BigDecimal.valueOf(figures.rejectedLines()),
                    null,
                    figures.rejectedLines() + " lines of the last hour are no rows; rejected-rows.jsonl beside the"
                            + " database says which and why"));
        }
        return alarms;
    }

    private static void fallthrough(Figures.Head head, Map<Alarm.Key, Alarm> standing, List<Alarm> alarms) {
        if (head.calls() == 0) {
            return;
        }
        Alarm before = standing.get(new Alarm.Key(Kind.FALLTHROUGH, head.target()));
        double rate = (double) head.fell() / head.calls();
        BigDecimal usual;
        if (before != null && before.usual() != null) {
            usual = before.usual();
            if (rate <= usual.doubleValue() + 0.5 / FELL_MORE_PARTS) {
                return;
            }
        } else {
            if (head.calls() < HEAD_CALLS || head.usualCalls() < HEAD_USUAL_CALLS) {
                return;
            }
            double known = (double) head.usualFell() / head.usualCalls();
            double asUsual = (head.usualFell() + 1.0) / (head.usualCalls() + 2.0);
            double both = (double) head.calls() * head.usualCalls();
            double fell = (double) head.fell() * head.usualCalls();
            double usually = (double) head.usualFell() * head.calls();
            if (fell < 2 * usually
                    || FELL_MORE_PARTS * (fell - usually) < both
                    || tail(head.calls(), head.fell(), asUsual) >= CHANCE) {
                return;
            }
            usual = share(known);
        }
        alarms.add(new Alarm(
                Kind.FALLTHROUGH,
                head.target(),
                share(rate),
                usual,
                head.fell() + " of " + head.calls() + " calls of the last hour fell through " + head.target() + " ("
                        + percent(share(rate)) + "); usual were " + percent(usual)));
    }

    /** The chance of at least {@code hits} among {@code n} at this rate: the binomial tail as a beta integral. */
    static double tail(long n, long hits, double rate) {
        return hits == 0 ? 1 : RegularizedBeta.value(rate, (double) hits, n - hits + 1.0);
    }

    private static void spend(Figures figures, Map<Alarm.Key, Alarm> standing, List<Alarm> alarms) {
        List<BigInteger> hours = figures.earlierHoursPicoUsd().stream().sorted().toList();
        BigInteger now = figures.lastHourPicoUsd();
        Alarm before = standing.get(new Alarm.Key(Kind.SPEND, ""));
        BigInteger usual;
        if (before != null && before.usual() != null) {
            usual = before.usual().movePointRight(PicoUsd.PLACES).toBigIntegerExact();
        } else if (hours.size() < SPEND_HOURS || now.compareTo(hours.get(hours.size() - 1)) <= 0) {
            return;
        } else {
            usual = hours.get(hours.size() / 2);
        }
        if (now.signum() == 0 || now.compareTo(usual.multiply(SPEND_TIMES)) <= 0) {
            return;
        }
        BigDecimal observed = PicoUsd.dollars(now);
        BigDecimal median = PicoUsd.dollars(usual);
        alarms.add(new Alarm(
                Kind.SPEND,
                "",
                observed,
                median,
                "the last hour cost $" + observed.toPlainString() + "; usual is $" + median.toPlainString()
                        + " (the median hour of the week before)"));
    }

    private static void drift(Figures.Account account, List<Alarm> alarms) {
        BigInteger apart =
                account.theirsPicoUsd().subtract(account.oursPicoUsd()).abs();
        if (account.calls() < ACCOUNT_CALLS || apart.multiply(DRIFT_PARTS).compareTo(account.oursPicoUsd()) <= 0) {
            return;
        }
        BigDecimal ours = PicoUsd.dollars(account.oursPicoUsd());
        BigDecimal theirs = PicoUsd.dollars(account.theirsPicoUsd());
        alarms.add(new Alarm(
                Kind.COST_DRIFT,
                account.model(),
                theirs,
                ours,
                "the provider counts $" + theirs.toPlainString() + " for " + account.calls() + " calls of "
                        + named(account.model()) + " in the last day, our prices give $" + ours.toPlainString()));
    }

    private static String named(String model) {
        return model.isEmpty() ? "a model without a name" : model;
    }

    private static BigDecimal share(double rate) {
        return BigDecimal.valueOf(rate).setScale(RATE_PLACES, RoundingMode.HALF_EVEN);
    }

    private static String percent(BigDecimal share) {
        return share.movePointRight(2).stripTrailingZeros().toPlainString() + " %";
    }
}
