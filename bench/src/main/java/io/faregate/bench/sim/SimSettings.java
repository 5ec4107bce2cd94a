package io.faregate.bench.sim;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All models of one simulated provider process and the seed of their draws. Immutable.
 *
 * @param seed every latency, length and failure follows from it
 * @param drawByBody true: a call's fate depends on its body alone, so the order of arrival does not matter;
 *     false: it depends on how many calls the model had before
 * @param models what is served
 */
public record SimSettings(long seed, boolean drawByBody, List<ModelSettings> models) {
    private static final String BUNDLED = "/io/faregate/bench/sim/demo-models.yaml";
    private static final ObjectMapper YAML =
            new ObjectMapper(new YAMLFactory()).enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    /** Refuses a model that is named twice. */
    public SimSettings {
        Set<String> names = new HashSet<>();
        for (ModelSettings model : models) {
            if (!names.add(model.name())) {
                throw new IllegalArgumentException("model " + model.name() + " is named twice");
            }
        }
        models = List.copyOf(models);
    }

    @JsonCreator
    static SimSettings of(
            @JsonProperty("seed") @Nullable Long seed,
            @JsonProperty("draw_by") @Nullable String drawBy,
            @JsonProperty(value = "models", required = true) List<ModelSettings> models) {
        if (drawBy != null && !drawBy.equals("body") && !drawBy.equals("order")) {
            throw new IllegalArgumentException("draw_by is body or order, found " + drawBy);
        }
        return new SimSettings(seed == null ? 1 : seed, "body".equals(drawBy), models);
    }

    /** The models of the demonstration. */
    public static SimSettings bundled() {
        try (InputStream in = SimSettings.class.getResourceAsStream(BUNDLED)) {
            return YAML.readValue(in, SimSettings.class);
        } catch (IOException e) {
            throw new UncheckedIOException(BUNDLED, e);
        }
    }

    /**
     * Reads a YAML or JSON file.
     *
     * @throws IllegalArgumentException the file's content is at fault, with the place
     * @throws UncheckedIOException the file cannot be read
     */
    public static SimSettings read(Path file) {
        try {
            return YAML.readValue(Files.readAllBytes(file), SimSettings.class);
        } catch (JsonProcessingException e) {
            var at = e.getLocation();
            String line = at == null ? "" : " line " + at.getLineNr();
            throw new IllegalArgumentException(file + line + ": " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }
}
