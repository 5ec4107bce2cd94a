package io.faregate.router.server;

import io.faregate.router.dialect.Dialect;
import io.faregate.router.dialect.PromptedAnswer;
import io.faregate.router.dialect.PromptedTools;
import io.faregate.router.route.Surface;
import io.faregate.router.wire.Answer;
import io.faregate.router.wire.AnswerScanner;
import io.faregate.router.wire.ByteSlices;
import io.faregate.router.wire.Folding;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How a whole answer is read: put into the form of chat completions, searched for calls, scanned. Immutable, and done
 * by any thread.
 *
 * @param tools those that were told in words, or null
 * @param surface whose answer it is
 * @param unfolds whether the client waits for events
 * @param toldAs how the answer is put into the client's words at once, or null when that is done later
 * @param nowSeconds when it came, for forms that name a time
 */
record AnswerReading(
        Dialect dialect,
        @Nullable PromptedTools tools,
        Surface surface,
        boolean unfolds,
        @Nullable Function<Answer, ByteSlices> toldAs,
        long nowSeconds) {
    /**
     * What has been read.
     *
     * @param chat the chat completion
     * @param answer what that is
     * @param unread the text whose call could not be read, or null
     * @param chunks the answer as the events it could have come in, or null where none are waited for or it has none
     * @param told the answer in the client's words, or null when it has not been put into them
     */
    record Result(
            byte[] chat,
            Answer answer,
            PromptedTools.@Nullable Correction unread,
            @Nullable List<byte[]> chunks,
            @Nullable ByteSlices told) {}

    /** Reads an answer with a scanner of the calling thread; {@code random} makes the ids of calls. */
    Result of(byte[] body, AnswerScanner scanner, LongSupplier random) {
        byte[] chat = dialect.chatAnswer(body, nowSeconds);
        PromptedTools.Correction unread = null;
        if (tools != null) {
            PromptedAnswer called = PromptedAnswer.read(chat, tools, random);
            chat = called.body();
            unread = called.unread();
        }
        Answer answer = scanner.scan(chat, surface);
        boolean good = answer.kind() == Answer.Kind.ANSWER;
        return new Result(
                chat,
                answer,
                unread,
                good && unfolds ? chunks(chat) : null,
                good && !unfolds && toldAs != null ? toldAs.apply(answer) : null);
    }

    private static @Nullable List<byte[]> chunks(byte[] chat) {
        try {
            return Folding.toChunks(chat);
        } catch (IOException e) {
            return null;
        }
    }
}
