package io.faregate.analytics.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the page is made of. */
class AssetTest {
    private static final Path FOLDER = Path.of("src/main/resources/io/faregate/analytics/page");

    @Test
    void vendoredFilesAreWhatTheirChecksumsSay() throws Exception {
        List<String> lines = Files.readAllLines(FOLDER.resolve("vendor/SHA256SUMS"));
        List<String> named = new ArrayList<>();
        for (String line : lines) {
            String[] parts = line.split(" {2}", -1);
            byte[] content = Files.readAllBytes(FOLDER.resolve("vendor").resolve(parts[1]));
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            assertThat(HexFormat.of().formatHex(digest)).as(parts[1]).isEqualTo(parts[0]);
            named.add(parts[1]);
        }
        try (Stream<Path> files = Files.list(FOLDER.resolve("vendor"))) {
            assertThat(files.map(f -> f.getFileName().toString()).filter(f -> !f.equals("SHA256SUMS")))
                    .containsExactlyInAnyOrderElementsOf(named)
                    .contains("uplot-LICENSE.txt");
        }
    }

    @Test
    void everyFileIsServedWithItsType() throws IOException {
        for (String name : names()) {
            Asset asset = Asset.named(name);
            assertThat(asset).as(name).isNotNull();
            assertThat(Objects.requireNonNull(asset).content().getBytes())
                    .isEqualTo(Files.readAllBytes(FOLDER.resolve(name)));
        }
        assertThat(Objects.requireNonNull(Asset.named("app.js")).mediaType())
                .isEqualTo("text/javascript; charset=utf-8");
        assertThat(Objects.requireNonNull(Asset.named("theme.css")).mediaType()).isEqualTo("text/css; charset=utf-8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../query/costs.sql",
                "vendor/../index.html",
                "vendor/SHA256SUMS",
                "none.js",
                "",
                "/app.js",
                "..%2fquery%2fcosts.sql",
                "a/b/c.js"
            })
    void nothingElseIsServed(String name) {
        assertThat(Asset.named(name)).isNull();
    }

    @Test
    void nothingNamesAnotherPlaceToLoadFrom() throws IOException {
        Pattern elsewhere = Pattern.compile(
                "(?:src|href)=\"(?:https?:)?//|url\\(\\s*['\"]?(?:https?:)?//|from '(?:https?:)?//|@import");
        for (String name : names()) {
            Matcher found = elsewhere.matcher(Files.readString(FOLDER.resolve(name), UTF_8));
            assertThat(found.find()).as(name).isFalse();
        }
    }

    private static List<String> names() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(Files::isRegularFile)
                    .map(f -> FOLDER.relativize(f).toString())
                    .filter(name -> !name.endsWith("SHA256SUMS"))
                    .toList();
        }
    }
}
