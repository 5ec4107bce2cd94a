package io.faregate.router.cost;

import io.faregate.router.catalog.Price;

/** The things a price has a rate for, each with the one that stands in where nobody knows it. */
enum Part {
    INPUT,
    OUTPUT,
    CACHED_INPUT,
    CACHE_WRITE,
    CACHE_WRITE_1H,
    REASONING,
    AUDIO_INPUT,
    AUDIO_OUTPUT,
    IMAGE_INPUT,
    IMAGE_OUTPUT,
    REQUEST,
    IMAGE,
    MINUTE,
    MILLION_CHARACTERS;

    /** The rate in a set of rates, {@link Price#UNKNOWN} if it has none. */
    long of(Price.Rates rates) {
        return switch (this) {
            case INPUT -> rates.input();
            case OUTPUT -> rates.output();
            case CACHED_INPUT -> rates.cachedInput();
            case CACHE_WRITE -> rates.cacheWrite();
            case CACHE_WRITE_1H -> rates.cacheWrite1h();
            case REASONING -> rates.reasoning();
            case AUDIO_INPUT -> rates.audioInput();
            case AUDIO_OUTPUT -> rates.audioOutput();
            case IMAGE_INPUT -> rates.imageInput();
            case IMAGE_OUTPUT -> rates.imageOutput();
            case REQUEST -> rates.request();
            case IMAGE -> rates.image();
            case MINUTE -> rates.minute();
            case MILLION_CHARACTERS -> rates.millionCharacters();
        };
    }

    /** The part whose rate stands in, itself for one that nothing stands in for. */
    Part standIn() {
        return switch (this) {
            case CACHED_INPUT, CACHE_WRITE, CACHE_WRITE_1H, AUDIO_INPUT, IMAGE_INPUT -> INPUT;
            case REASONING, AUDIO_OUTPUT, IMAGE_OUTPUT -> OUTPUT;
            default -> this;
        };
    }
}
