package io.nuthatch.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveSpaceTest {

  @TempDir
  private Path directory;

  @Test
  void roomThatIsLeft_isEnoughOrNot() {
    assertThat(new ArchiveSpace(directory, 0).free()).isPositive();
    new ArchiveSpace(directory, 1).check();
    assertThatThrownBy(() -> new ArchiveSpace(directory, Long.MAX_VALUE).check())
        .hasMessageContaining("archive.least-free").hasMessageContaining(directory.toString());
  }

  @Test
  void volumeThatIsGone_isDownAndHasNoRoom() throws Exception {
    Path gone = Files.createDirectory(directory.resolve("volume"));
    Files.delete(gone);
    ArchiveSpace space = new ArchiveSpace(gone, 1);
    assertThat(space.free()).isZero();
    assertThatThrownBy(space::check).hasMessageContaining("cannot be written");
  }
}
