package io.faregate.router.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileWatchTest {
    @TempDir
    private Path folder;

    private final AtomicInteger changes = new AtomicInteger();
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("faregate.yaml"), "one");
    }

    private FileWatch watch() {
        return new FileWatch(file, changes::incrementAndGet);
    }

    @Test
    void aChangedFileIsTakenOnceItHasKeptStillForALook() throws IOException {
        FileWatch watch = watch();
        watch.look();
        watch.look();
        assertThat(changes).hasValue(0);

        Files.writeString(file, "three");
        watch.look();
        assertThat(changes).hasValue(0);
        watch.look();
        watch.look();
        assertThat(changes).hasValue(1);
    }

    @Test
    void aChangeOfTheTimeAloneIsAChange() throws IOException {
        FileWatch watch = watch();
        Files.setLastModifiedTime(file, FileTime.fromMillis(1));
        watch.look();
        watch.look();

        assertThat(changes).hasValue(1);
    }

    @Test
    void aFileSwappedByARenameIsSeen() throws IOException {
        FileTime same = Files.getLastModifiedTime(file);
        FileWatch watch = watch();
        Path other = Files.writeString(folder.resolve("other"), "two");
        Files.setLastModifiedTime(other, same);
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        watch.look();
        watch.look();

        assertThat(changes).hasValue(1);
    }

    @Test
    void aFileThatIsGoneForAWhileIsTakenWhenItIsBack() throws IOException {
        FileWatch watch = watch();
        Files.delete(file);
        watch.look();
        watch.look();
        assertThat(changes).hasValue(0);

        Files.writeString(file, "back again");
        watch.look();
        watch.look();
        assertThat(changes).hasValue(1);
    }

    @Test
    void aReloadThatFailsDoesNotEndTheWatch() throws IOException {
        FileWatch watch = new FileWatch(file, () -> {
            changes.incrementAndGet();
            throw new IllegalStateException("reload");
        });
        for (String text : new String[] {"three", "fifteen"}) {
            Files.writeString(file, text);
            watch.look();
            watch.look();
        }

        assertThat(changes).hasValue(2);
    }
}
