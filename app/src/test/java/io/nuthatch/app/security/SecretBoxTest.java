package io.nuthatch.app.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.app.AppException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretBoxTest {

  private static final byte[] PLAIN = "the key of the platform".getBytes(StandardCharsets.UTF_8);

  @TempDir
  private Path directory;

  @Test
  void sealed_opensAgainWithTheSameFile() throws IOException {
    Path file = directory.resolve("secret.key");
    byte[] sealed = SecretBox.open(null, file).seal("credential 1", PLAIN);

    assertThat(SecretBox.open(null, file).open("credential 1", sealed)).hasValue(PLAIN);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
    assertThat(directory).isDirectoryNotContaining(path -> !path.equals(file));
  }

  @Test
  void sealedTwice_looksDifferent() {
    SecretBox box = SecretBox.open(null, directory.resolve("secret.key"));
    assertThat(box.seal("a", PLAIN)).isNotEqualTo(box.seal("a", PLAIN));
  }

  @Test
  void otherPurposeKeyOrContent_doesNotOpen() {
    SecretBox box = SecretBox.open(null, directory.resolve("secret.key"));
    byte[] sealed = box.seal("credential 1", PLAIN);

    assertThat(box.open("credential 2", sealed)).isEmpty();
    assertThat(SecretBox.open(null, directory.resolve("other.key")).open("credential 1", sealed)).isEmpty();
    for (int i = 0; i < sealed.length; i++) {
      byte[] changed = sealed.clone();
      changed[i] ^= 1;
      assertThat(box.open("credential 1", changed)).as("byte %d", i).isEmpty();
    }
    assertThat(box.open("credential 1", new byte[3])).isEmpty();
  }

  @Test
  void keyOfTheEnvironment_isUsedInsteadOfTheFile() {
    String key = Base64.getEncoder().encodeToString(new byte[32]);
    byte[] sealed = SecretBox.open(key, directory.resolve("secret.key")).seal("a", PLAIN);

    assertThat(directory.resolve("secret.key")).doesNotExist();
    assertThat(SecretBox.open(key, directory.resolve("x")).open("a", sealed)).hasValue(PLAIN);
  }

  @Test
  void readableByOthers_isRefused() throws IOException {
    Path file = directory.resolve("secret.key");
    SecretBox.open(null, file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

    assertThatThrownBy(() -> SecretBox.open(null, file)).isInstanceOf(AppException.class)
        .hasMessageContaining("chmod 600");
  }

  @Test
  void malformedKey_isRefusedWithoutShowingIt() throws IOException {
    Path file = Files.writeString(directory.resolve("secret.key"), "hunter2");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

    assertThatThrownBy(() -> SecretBox.open(null, file)).isInstanceOf(AppException.class)
        .hasMessageContaining("32 bytes in Base64").hasMessageNotContaining("hunter2");
    assertThatThrownBy(() -> SecretBox.open("short", file)).hasMessageContaining("NUTHATCH_SECRET_KEY");
  }
}
