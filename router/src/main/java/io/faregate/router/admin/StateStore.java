package io.faregate.router.admin;

import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where routers share what they were told to change: one document and its version. Thread-safe; blocks. */
public interface StateStore {
    /**
     * A document as it is kept.
     *
     * @param version greater than that of all before it
     */
    record Kept(long version, String document) {}

    /**
     * Asks for a newer document; a store that has lost this one is given it back.
     *
     * @param version of what the asking router holds, 0 for nothing
     * @param document what it holds
     * @return what is newer, or null
     * @throws IOException if the store does not answer
     */
    @Nullable
    Kept newer(long version, Supplier<String> document) throws IOException;

    /**
     * Tells that a document which {@link #newer} gave was taken up. One that was not is given to whoever asks again; the
     * store only does not announce it once more by itself.
     */
    void taken(long version);

    /**
     * Puts a document in the place of the one just before it.
     *
     * @param version the next one
     * @return false if somebody else was first: then nothing has changed
     * @throws IOException if the store does not answer
     */
    boolean replace(long version, String document) throws IOException;
}
