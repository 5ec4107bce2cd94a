package io.faregate.router.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads the data files that are part of the program, by the same strict rules as the user's file. */
final class BundledYaml {
    private BundledYaml() {}

    static Reading reading() {
        return new Reading(new Faults("bundled"), new Environment(Map.of(), name -> null));
    }

    /** The mapping in a resource of this package. */
    static Section section(Reading reading, String resource) {
        try (InputStream in = BundledYaml.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("missing resource " + resource);
            }
            Node root = YamlTree.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            return new Section(reading, "", root instanceof Node.Mapping map ? map : new Node.Mapping(0, List.of()));
        } catch (SyntaxException e) {
            throw new IllegalStateException("faulty resource " + resource + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Throws if anything was wrong. */
    static void check(Reading reading) {
        List<Fault> faults = reading.faults.faults();
        if (!faults.isEmpty()) {
            throw new IllegalStateException(faults.stream().map(Fault::toString).collect(Collectors.joining("\n")));
        }
    }
}
