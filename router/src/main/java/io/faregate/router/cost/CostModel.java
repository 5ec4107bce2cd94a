package io.faregate.router.cost;

import io.faregate.router.catalog.Price;
import io.faregate.router.money.PicoUsd;
import java.math.BigInteger;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * From tokens to picodollars: what a call is estimated to cost, what it could cost at most, and what it did cost.
 * Stateless; exact in between, rounded once at the end (estimates up, costs half up), saturating at
 * {@link PicoUsd#MAX}.
 */
public final class CostModel {
    private static final Set<String> TIERS_WITH_PRICES = Set.of("flex", "priority", "batch");
    private static final Set<String> PLAIN_TIERS = Set.of("default", "standard", "standard_only", "flex", "batch");

    private CostModel() {}

    /**
     * The estimate that ranks candidates: input and output at the rates of the moment and the fee per request. A rate
     * that nobody knows counts 0; who may not rank such a price looks at {@link Price#complete} first.
     *
     * @param outputTokens of all answers together
     */
    public static long estimate(Price price, long inputTokens, long outputTokens, long nowMillis) {
        Sum sum = new Sum();
        sum.add(inputTokens, Math.max(0, Tariff.rate(price, null, Part.INPUT, inputTokens, nowMillis)));
        sum.add(outputTokens, Math.max(0, Tariff.rate(price, null, Part.OUTPUT, inputTokens, nowMillis)));
        sum.addEach(1, fee(price, inputTokens, nowMillis));
        return sum.picoUsd(price.multiplierPpm(), true);
    }

    /**
     * The estimate of a call that is billed by its pictures, characters or minutes, and the fee per request.
     *
     * @return picodollars, rounded up, or -1 when there are no units or the price has no rate for them
     */
    public static long estimate(Price price, Units units, long inputTokens, long nowMillis) {
        Sum sum = new Sum();
        if (!addUnits(sum, price, units, new Sum(), new Sum(), inputTokens, nowMillis)) {
            return -1;
        }
        sum.addEach(1, fee(price, inputTokens, nowMillis));
        return sum.picoUsd(price.multiplierPpm(), true);
    }

    /**
     * The most a call could cost: every token at the highest rate that could apply to it, whatever of tiers, cache
     * writes, peak hours and service tiers comes true. {@link PicoUsd#MAX} if a rate is unknown.
     *
     * @param outputTokens the maximum of all answers together
     */
    public static long worstCase(Price price, Ask ask, long outputTokens, long nowMillis) {
        return worstCase(
                price,
                ask,
                outputTokens,
                WorstCase.inputRate(price, ask, nowMillis),
                WorstCase.outputRate(price, ask, nowMillis),
                nowMillis);
    }

    private static long worstCase(
            Price price, Ask ask, long outputTokens, long inputRate, long outputRate, long nowMillis) {
        Sum sum = new Sum();
        sum.add(outputTokens, outputRate);
        addAllButOutput(sum, price, ask, inputRate, nowMillis);
        return sum.unknown() ? PicoUsd.MAX : sum.picoUsd(price.multiplierPpm(), true);
    }

    private static void addAllButOutput(Sum sum, Price price, Ask ask, long inputRate, long nowMillis) {
        sum.add(ask.inputTokens(), inputRate);
        sum.addEach(1, fee(price, ask.inputTokens(), nowMillis));
        Units units = ask.units();
        sum.addEach(units.images(), Math.max(0, unitRate(price, Part.IMAGE, ask.inputTokens(), nowMillis)));
        sum.addMillis(units.audioMillis(), Math.max(0, unitRate(price, Part.MINUTE, ask.inputTokens(), nowMillis)));
        sum.add(
                units.characters(),
                Math.max(0, unitRate(price, Part.MILLION_CHARACTERS, ask.inputTokens(), nowMillis)));
    }

    /**
     * The largest maximum of one answer whose {@link #worstCase} a budget bears, at most {@code mostTokens}; 0 if it
     * does not bear a single token.
     *
     * @param answers how many answers are asked for, at least 1
     * @param mostTokens what the model can write
     */
    public static long largestOutput(
            Price price, Ask ask, long answers, long mostTokens, long budgetPicoUsd, long nowMillis) {
        long inputRate = WorstCase.inputRate(price, ask, nowMillis);
        long outputRate = WorstCase.outputRate(price, ask, nowMillis);
        long most = PicoUsd.timesSaturating(answers, mostTokens);
        if (worstCase(price, ask, most, inputRate, outputRate, nowMillis) <= budgetPicoUsd) {
            return mostTokens;
        }
        long without = worstCase(price, ask, 0, inputRate, outputRate, nowMillis);
        if (outputRate <= 0 || without > budgetPicoUsd) {
            return 0;
        }
        // Rounded down from the money left beside the rounded-up rest, this is one token short at most.
        long tokens = affordable(budgetPicoUsd - without, outputRate, price.multiplierPpm()) / answers;
        long next = Math.min(tokens + 1, mostTokens);
        return worstCase(price, ask, PicoUsd.timesSaturating(answers, next), inputRate, outputRate, nowMillis)
                        <= budgetPicoUsd
                ? next
                : Math.min(tokens, mostTokens);
    }

    private static long affordable(long picoUsd, long rate, long factorPpm) {
        BigInteger tokens = BigInteger.valueOf(picoUsd)
                .multiply(BigInteger.valueOf(PicoUsd.ONE_PPM * PicoUsd.ONE_PPM))
                .divide(BigInteger.valueOf(rate).multiply(BigInteger.valueOf(factorPpm)));
        return tokens.bitLength() > 62 ? PicoUsd.MAX - 1 : tokens.longValueExact();
    }

    /**
     * What a call cost, or null when its price or its usage is not known well enough. Parts are clamped to their
     * totals, the tier is that of the whole prompt, the service tier the one that the answer names. What is billed by
     * tokens is not billed by units as well.
     *
     * @param usage what the provider reported, or null
     */
    public static @Nullable Long actual(Price price, @Nullable Usage usage, Units units, long nowMillis) {
        Sum input = new Sum();
        Sum output = new Sum();
        boolean counted = usage != null && usage.complete();
        long prompt = 0;
        if (usage != null && counted) {
            prompt = usage.inputTokens();
            String tier = usage.serviceTier();
            Price.Rates special = tier == null ? null : price.serviceTiers().get(tier);
            if (tier != null && !known(price, tier, special, prompt)) {
                return null;
            }
            addInput(input, price, special, usage, nowMillis);
            addOutput(output, price, special, usage, nowMillis);
        }
        if (input.unknown() || output.unknown()) {
            return null;
        }
        Sum extra = new Sum();
        boolean byUnits = addUnits(extra, price, units, input, output, prompt, nowMillis);
        if (!counted && !byUnits) {
            return null;
        }
        extra.addEach(1, fee(price, prompt, nowMillis));
        extra.add(input);
        extra.add(output);
        return extra.picoUsd(price.multiplierPpm(), false);
    }

    /** Whether a price says what a call under that tier costs; its long-context rates under a tier it never says. */
    private static boolean known(Price price, String tier, Price.@Nullable Rates special, long promptTokens) {
        if (special == null) {
            return !TIERS_WITH_PRICES.contains(tier);
        }
        return price.tiers().isEmpty() || promptTokens <= price.tiers().get(0).aboveTokens();
    }

    private static void addInput(Sum sum, Price price, Price.@Nullable Rates special, Usage usage, long nowMillis) {
        long prompt = usage.inputTokens();
        long rest = prompt;
        long cached = part(usage.cachedInputTokens(), rest);
        rest -= cached;
        long written = part(Math.max(usage.cacheWriteTokens(), usage.cacheWrite1hTokens()), rest);
        rest -= written;
        long writtenFor1h = part(usage.cacheWrite1hTokens(), written);
        long audio = part(usage.audioInputTokens(), rest);
        rest -= audio;
        long image = part(usage.imageInputTokens(), rest);
        rest -= image;
        sum.add(rest, Tariff.rate(price, special, Part.INPUT, prompt, nowMillis));
        sum.add(cached, Tariff.rate(price, special, Part.CACHED_INPUT, prompt, nowMillis));
        sum.add(written - writtenFor1h, Tariff.rate(price, special, Part.CACHE_WRITE, prompt, nowMillis));
        sum.add(writtenFor1h, Tariff.rate(price, special, Part.CACHE_WRITE_1H, prompt, nowMillis));
        sum.add(audio, Tariff.rate(price, special, Part.AUDIO_INPUT, prompt, nowMillis));
        sum.add(image, Tariff.rate(price, special, Part.IMAGE_INPUT, prompt, nowMillis));
    }

    private static void addOutput(Sum sum, Price price, Price.@Nullable Rates special, Usage usage, long nowMillis) {
        long prompt = usage.inputTokens();
        long rest = usage.outputTokens();
        long reasoning = part(usage.reasoningTokens(), rest);
        rest -= reasoning;
        long audio = part(usage.audioOutputTokens(), rest);
        rest -= audio;
        long image = part(usage.imageOutputTokens(), rest);
        rest -= image;
        sum.add(rest, Tariff.rate(price, special, Part.OUTPUT, prompt, nowMillis));
        sum.add(reasoning, Tariff.rate(price, special, Part.REASONING, prompt, nowMillis));
        sum.add(audio, Tariff.rate(price, special, Part.AUDIO_OUTPUT, prompt, nowMillis));
        sum.add(image, Tariff.rate(price, special, Part.IMAGE_OUTPUT, prompt, nowMillis));
    }

    private static long part(long tokens, long total) {
        return Math.max(0, Math.min(tokens, total));
    }

    private static boolean addUnits(
            Sum sum, Price price, Units units, Sum input, Sum output, long prompt, long nowMillis) {
        boolean any = false;
        boolean byTokens = input.positive() || output.positive();
        long image = unitRate(price, Part.IMAGE, prompt, nowMillis);
        if (units.images() > 0 && image >= 0 && !output.positive()) {
            sum.addEach(units.images(), image);
            any = true;
        }
        long minute = unitRate(price, Part.MINUTE, prompt, nowMillis);
        if (units.audioMillis() > 0 && minute >= 0 && !byTokens) {
            sum.addMillis(units.audioMillis(), minute);
            any = true;
        }
        long characters = unitRate(price, Part.MILLION_CHARACTERS, prompt, nowMillis);
        if (units.characters() > 0 && characters >= 0 && !byTokens) {
            sum.add(units.characters(), characters);
            any = true;
        }
        return any;
    }

    private static long unitRate(Price price, Part part, long promptTokens, long nowMillis) {
        return Tariff.rate(price, null, part, promptTokens, nowMillis);
    }

    /** The fee per request; a price that names none has none. */
    private static long fee(Price price, long promptTokens, long nowMillis) {
        return Math.max(0, Tariff.rate(price, null, Part.REQUEST, promptTokens, nowMillis));
    }

    /**
     * Whether two accounts of one call are more than 5 % of ours apart, so that somebody should look at the price.
     *
     * @param picoUsd our cost
     * @param providerPicoUsd the provider's own figure
     */
    public static boolean drifts(long picoUsd, long providerPicoUsd) {
        return PicoUsd.timesSaturating(Math.abs(picoUsd - providerPicoUsd), 20) > picoUsd;
    }

    /** Whether a service tier that a client asks for can never be dearer than the plain price. */
    static boolean neverDearer(String serviceTier) {
        return PLAIN_TIERS.contains(serviceTier);
    }

    /** The sets of rates that a service tier could bring; an unknown word could bring any. */
    static Iterable<Price.Rates> couldApply(Price price, @Nullable String serviceTier) {
        Map<String, Price.Rates> tiers = price.serviceTiers();
        if (tiers.isEmpty() || serviceTier == null || neverDearer(serviceTier)) {
            return Set.of();
        }
        Price.Rates rates = tiers.get(serviceTier);
        return rates == null ? tiers.values() : Set.of(rates);
    }
}
