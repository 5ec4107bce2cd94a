package io.faregate.bench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderTest {
    @Test
    void aFolderOfItsOwnIsRemovedWithAllThatIsInIt() throws IOException {
        Folder folder = Folder.of(null);
        Files.writeString(Files.createDirectories(folder.path().resolve("a/b")).resolve("row"), "x");
        folder.leave();
        assertThat(folder.path()).doesNotExist();
    }

    @Test
    void aToldFolderIsKeptAndMustBeEmpty(@TempDir Path dir) throws IOException {
        Path told = dir.resolve("new");
        Folder folder = Folder.of(told);
        Files.writeString(told.resolve("row"), "x");
        folder.leave();
        assertThat(told.resolve("row")).exists();
        assertThatThrownBy(() -> Folder.of(told)).hasMessage(told + " is not empty");
    }
}
