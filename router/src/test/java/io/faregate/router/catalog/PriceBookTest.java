package io.faregate.router.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.faregate.router.money.PicoUsd;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class PriceBookTest {
    private static final PriceBook BOOK = PriceBook.builtIn();

    @Test
    void loadsWithinFifteenMegabytesOfHeap() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        PriceBook book = PriceBook.builtIn();
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(book.exact("openai/gpt-5.4")).isNotNull();
        assertThat(allocated).as("bytes of everything made on the way").isBetween(800_000L, 15_000_000L);
    }

    @Test
    void theLinesStandSortedAsTheSearchExpects() {
        assertThat(BOOK.keys()).isSorted();
    }

    @Test
    void findsNothingBeforeBetweenAndAfterTheLines() {
        assertThat(BOOK.exact("")).isNull();
        assertThat(BOOK.exact("a")).isNull();
        assertThat(BOOK.exact("openai/gpt-5.4x")).isNull();
        assertThat(BOOK.exact("openai/gpt-5.")).isNull();
        assertThat(BOOK.exact("openai/gpt-5.4\":{")).isNull();
        assertThat(BOOK.exact("zzz/zzz")).isNull();
        assertThat(BOOK.models("no-such-provider")).isEmpty();
    }

    @Test
    void everyBuiltInEntryCanBeRead() {
        List<String> keys = BOOK.keys();

        assertThat(keys).hasSize(4208).doesNotHaveDuplicates();
        assertThat(keys)
                .allSatisfy(key -> assertThat(the(BOOK.exact(key)).key()).isEqualTo(key));
        long unpriced = keys.stream()
                .map(key -> the(BOOK.exact(key)))
                .filter(entry -> entry.price() == null)
                .count();
        assertThat(unpriced).isLessThan(400);
    }

    @Test
    void readsAllPartsOfAPrice() {
        Price price = the(the(BOOK.exact("openai/gpt-5.4")).price());

        assertThat(price.base().input()).isEqualTo(usd("2.5"));
        assertThat(price.base().output()).isEqualTo(usd("15"));
        assertThat(price.base().cachedInput()).isEqualTo(usd("0.25"));
        assertThat(price.base().cacheWrite()).isEqualTo(Price.UNKNOWN);
        assertThat(price.tiers()).hasSize(1);
        assertThat(price.tiers().get(0).aboveTokens()).isEqualTo(272_000);
        assertThat(price.tiers().get(0).rates().output()).isEqualTo(usd("22.5"));
        assertThat(price.serviceTiers()).containsOnlyKeys("batch", "flex", "priority");
        assertThat(the(price.serviceTiers().get("flex")).cachedInput()).isEqualTo(usd("0.13"));
        assertThat(price.multiplierPpm()).isEqualTo(1_000_000);
    }

    @Test
    void readsCheapHoursAndAnnouncedChanges() {
        Price deepseek = the(the(BOOK.exact("deepseek/deepseek-flash")).price());
        Price gemini = the(the(BOOK.exact("gemini/gemini-4-argon")).price());

        Price.OffPeak peak = the(deepseek.peak());
        assertThat(deepseek.base().input()).isEqualTo(usd("0.3"));
        assertThat(peak.rates().input()).isEqualTo(usd("0.15"));
        assertThat(peak.peakWindows()).containsExactly(new Price.Window(60, 240), new Price.Window(360, 600));
        assertThat(peak.weekdaysOnly()).isTrue();
        // 2026-12-01T00:00:00Z
        assertThat(gemini.changes()).hasSize(1);
        assertThat(gemini.changes().get(0).fromEpochMillis()).isEqualTo(1_796_083_200_000L);
        assertThat(gemini.changes().get(0).rates().input()).isEqualTo(usd("4"));
    }

    @Test
    void readsWhatAModelCanDo() {
        CatalogEntry qwen = the(BOOK.exact("groq/qwen/qwen3-32b"));
        CatalogEntry mini = the(BOOK.exact("openai/gpt-5.4-mini"));

        assertThat(Capability.keys(qwen.capabilities())).containsExactly("tools", "reasoning", "json_mode");
        assertThat(qwen.efforts()).containsExactly("none", "default");
        assertThat(qwen.fixedSampling()).isFalse();
        assertThat(Capability.keys(mini.capabilities()))
                .containsExactly("tools", "vision", "structured_output", "reasoning", "json_mode");
        assertThat(mini.fixedSampling()).isTrue();
        assertThat(mini.maxContextTokens()).isEqualTo(400_000);
        assertThat(mini.maxOutputTokens()).isEqualTo(128_000);
    }

    @Test
    void billsEachKindByItsOwnUnits() {
        Price embedding = the(the(BOOK.exact("openai/text-embedding-3-small")).price());
        Price whisper = the(the(BOOK.exact("openai/whisper-1")).price());
        Price speech = the(the(BOOK.exact("openai/tts-1")).price());
        Price spoken = the(the(BOOK.exact("openai/gpt-4o-mini-tts")).price());

        assertThat(embedding.base().input()).isEqualTo(usd("0.02"));
        assertThat(embedding.complete()).isTrue();
        assertThat(whisper.base().minute()).isEqualTo(usd("0.006"));
        assertThat(whisper.complete()).isTrue();
        assertThat(speech.base().millionCharacters()).isEqualTo(usd("15"));
        // Billed by tokens; the minute only restates that.
        assertThat(spoken.base().minute()).isEqualTo(Price.UNKNOWN);
    }

    @Test
    void looksUpExactlyAndWidensSnapshotsOnly() {
        assertThat(the(BOOK.find("openai", "gpt-5.4")).key()).isEqualTo("openai/gpt-5.4");
        assertThat(the(BOOK.find("openai", "gpt-5.4-2026-03-05")).key()).startsWith("openai/gpt-5.4");
        assertThat(the(BOOK.find("openai", "gpt-5.4-20991231")).key()).isEqualTo("openai/gpt-5.4");
        assertThat(the(BOOK.find("openai", "gpt-5.4@20991231")).key()).isEqualTo("openai/gpt-5.4");
        assertThat(BOOK.find("openai", "gpt-5.4-turbo")).isNull();
        assertThat(BOOK.find("openai", "gpt-5")).isNotNull();
        assertThat(BOOK.find("openai", "gpt")).isNull();
        assertThat(BOOK.find("nobody", "gpt-5.4")).isNull();
        assertThat(BOOK.find("openai", "GPT-5.4")).isNull();
    }

    @Test
    void aSelfHostedProviderIsFreeForAnyModel() {
        CatalogEntry entry = the(BOOK.find("ollama", "whatever:7b"));

        assertThat(entry.key()).isEqualTo("ollama/*");
        assertThat(the(entry.price()).base().input()).isZero();
        assertThat(entry.capabilities()).isEqualTo(Capability.ALL);
        assertThat(BOOK.models("ollama")).doesNotContain("*");
    }

    @Test
    void anOverlayGoesBeforePartByPart() {
        List<String> faults = new ArrayList<>();
        PriceBook book = BOOK.overlaidBy("""
                {"models": {
                  "openai/gpt-5.4": {"price": {"in": "2"}, "ctx": 1000, "caps": ["tools"]},
                  "own/model": {"price": {"in": "0.1", "out": "0.2"}}
                }}""", faults::add);

        CatalogEntry changed = the(book.exact("openai/gpt-5.4"));
        assertThat(faults).isEmpty();
        assertThat(the(changed.price()).base().input()).isEqualTo(usd("2"));
        assertThat(the(changed.price()).base().output()).isEqualTo(usd("15"));
        assertThat(the(changed.price()).tiers()).hasSize(1);
        assertThat(changed.maxContextTokens()).isEqualTo(1000);
        assertThat(changed.maxOutputTokens()).isEqualTo(1000);
        assertThat(Capability.keys(changed.capabilities())).containsExactly("tools");
        assertThat(changed.overlaid()).isTrue();
        assertThat(book.models("own")).containsExactly("model");
        assertThat(the(the(BOOK.exact("openai/gpt-5.4")).price()).base().input())
                .isEqualTo(usd("2.5"));
    }

    @Test
    void equalPricesHaveEqualVersionsAndOthersHaveOthers() {
        Price.Rates one =
                Price.Rates.UNKNOWN_RATES.over(new Price.Rates(1, 2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1));
        Price.Rates swapped = new Price.Rates(2, 1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
        String version =
                Price.of(one, List.of(), Map.of(), null, List.of(), 1_000_000).version();

        assertThat(version).matches("[0-9a-f]{12}");
        assertThat(Price.of(one, List.of(), Map.of(), null, List.of(), 1_000_000)
                        .version())
                .isEqualTo(version);
        assertThat(Price.of(swapped, List.of(), Map.of(), null, List.of(), 1_000_000)
                        .version())
                .isNotEqualTo(version);
        assertThat(Price.of(one, List.of(), Map.of(), null, List.of(), 1_000_001)
                        .version())
                .isNotEqualTo(version);
        assertThat(Price.of(one, List.of(new Price.Tier(5, swapped)), Map.of(), null, List.of(), 1_000_000)
                        .version())
                .isNotEqualTo(version);
    }

    @Test
    void findsNamesThatSomebodyMayHaveMeant() {
        assertThat(BOOK.near("gpt5.4")).contains("openai/gpt-5.4");
        assertThat(BOOK.near("muse-spark"))
                .allMatch(key -> key.contains("muse-spark"))
                .isNotEmpty();
        assertThat(BOOK.near("no such thing at all")).isEmpty();
    }

    private static long usd(String dollars) {
        return PicoUsd.parse(dollars);
    }

    private static <T> T the(@Nullable T value) {
        return Objects.requireNonNull(value);
    }
}
