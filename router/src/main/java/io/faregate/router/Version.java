package io.faregate.router;

import picocli.CommandLine.IVersionProvider;

/** The version that the jar was built as. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"faregate " + text()};
    }

    /** The bare number; {@code unbuilt} when run from class files. */
    static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "unbuilt" : version;
    }
}
