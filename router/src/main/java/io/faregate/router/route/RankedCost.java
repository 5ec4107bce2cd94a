package io.faregate.router.route;

import io.faregate.router.catalog.Price;
import io.faregate.router.cost.CostModel;
import io.faregate.router.cost.Units;
import io.faregate.router.money.PicoUsd;

/**
 * What a request is estimated to cost in the units its surface is billed by: text by tokens in and out, embeddings by
 * tokens in, pictures each, speech by the character, transcriptions by the minute. Where a price has no rate for that
 * unit, models that are billed by tokens all the same are estimated so. Stateless.
 */
public final class RankedCost {
    /** No rate is known for what the request would be billed by. */
    public static final long UNKNOWN = -1;

    /** How long a recording is nobody knows before it is heard; a rate per minute ranks the same for any length. */
    private static final long RECORDING_MILLIS = 60_000;

    private static final long CHARACTERS_PER_TOKEN = 4;

    private RankedCost() {}

    /** The estimate in picodollars, rounded up, or {@link #UNKNOWN}. */
    public static long of(Price price, RouteRequest request, long nowMillis) {
        long input = request.estimatedInputTokens();
        if (request.surface() == Surface.EMBEDDINGS) {
            return price.base().input() < 0 ? UNKNOWN : CostModel.estimate(price, input, 0, nowMillis);
        }
        long byUnits = CostModel.estimate(price, units(request), input, nowMillis);
        if (byUnits >= 0) {
            return byUnits;
        }
        return price.complete() ? CostModel.estimate(price, input, outputTokens(request), nowMillis) : UNKNOWN;
    }

    /** The tokens of all answers together that are reckoned with. */
    static long outputTokens(RouteRequest request) {
        long one = request.askedOutputTokens() == RouteRequest.NOT_ASKED
                ? Explanation.RANKED_OUTPUT_TOKENS
                : request.askedOutputTokens();
        return PicoUsd.timesSaturating(one, request.answers());
    }

    private static Units units(RouteRequest request) {
        return switch (request.surface()) {
            case IMAGES -> new Units(request.answers(), 0, 0);
            case SPEECH -> {
                long characters = PicoUsd.timesSaturating(request.estimatedInputTokens(), CHARACTERS_PER_TOKEN);
                yield new Units(0, 0, characters);
            }
            case TRANSCRIPTIONS -> new Units(0, RECORDING_MILLIS, 0);
            default -> Units.NONE;
        };
    }
}
