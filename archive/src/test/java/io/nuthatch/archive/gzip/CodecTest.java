package io.nuthatch.archive.gzip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CodecTest {

  private static byte[] sample(Random random, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (random.nextInt(3) == 0 ? random.nextInt() : 'a' + i % 7);
    }
    return bytes;
  }

  private static ByteBuffer direct(byte[]... parts) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(Arrays.stream(parts).mapToInt(part -> part.length).sum());
    for (byte[] part : parts) {
      buffer.put(part);
    }
    return buffer.flip();
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  @ParameterizedTest
  @CsvSource({"JDK,JDK,1", "JDK,LIBDEFLATE,6", "LIBDEFLATE,JDK,1", "LIBDEFLATE,LIBDEFLATE,6", "LIBDEFLATE,JDK,9"})
  void whatOneMakes_theOtherOpens(Compression.By maker, Compression.By opener, int level) throws IOException {
    Random random = new Random(level);
    try (Codec making = new Compression(maker, level).codec(); Codec opening = new Compression(opener, level).codec()) {
      for (int length : new int[]{0, 1, 100, 4_096, 70_000, 1_000_000}) {
        byte[] content = sample(random, length);
        byte[] member = bytes(making.compress(content, 0, length));
        assertThat(new GZIPInputStream(new ByteArrayInputStream(member)).readAllBytes()).isEqualTo(content);
        ByteBuffer two = direct(member, member);
        Bytes into = new Bytes(16);
        assertThat(opening.decompress(two, into, 1 << 23)).isTrue();
        assertThat(into.copy()).isEqualTo(content);
        assertThat(two.position()).isEqualTo(member.length);
        assertThat(opening.decompress(two, into, 1 << 23)).isTrue();
        assertThat(two.hasRemaining()).isFalse();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Compression.By.class)
  void damagedCutOffOrTooLarge_isRefused(Compression.By by) {
    byte[] content = sample(new Random(1), 3_000);
    try (Codec codec = new Compression(by, 6).codec()) {
      byte[] member = bytes(codec.compress(content, 0, content.length));
      Bytes into = new Bytes(16);
      assertThat(codec.decompress(direct(member), into, 2_999)).isFalse();
      for (int at = 10; at < member.length; at++) {
        byte[] damaged = member.clone();
        damaged[at] ^= 2;
        ByteBuffer buffer = direct(damaged);
        assertThat(codec.decompress(buffer, into, 1 << 23)).as("byte %d", at).isFalse();
        assertThat(buffer.position()).isZero();
        assertThat(codec.decompress(direct(member).limit(at), into, 1 << 23)).as("cut at %d", at).isFalse();
      }
    }
  }

  @Test
  void streamedMember_isOneMemberOfCompressedAndStoredPieces() throws IOException {
    byte[] content = sample(new Random(2), 300_000);
    try (Packers packers = new Packers(new Compression(Compression.By.FASTEST, 6))) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      packers.<Boolean, IOException>lend(packer -> {
        StreamedMember member = packer.stream(buffer -> out.write(bytes(buffer)));
        member.compress(content, 0, 1_000);
        member.store(content, 1_000, 200_000);
        member.compress(content, 201_000, 99_000);
        member.finish();
        return true;
      });
      try (Codec codec = new Compression(Compression.By.FASTEST, 6).codec()) {
        Bytes into = new Bytes(16);
        assertThat(codec.decompress(direct(out.toByteArray()), into, 1 << 23)).isTrue();
        assertThat(into.copy()).isEqualTo(content);
      }
    }
  }

  @Test
  void filler_holdsNothingAndHasItsLength() throws IOException {
    for (int length : new int[]{21, 30, 100, 70_000}) {
      byte[] filler = GzipHeader.filler(length, "a note");
      assertThat(filler).hasSize(length);
      assertThat(new GZIPInputStream(new ByteArrayInputStream(filler)).readAllBytes()).isEmpty();
    }
  }

  @Test
  void nonsense_isRefused() {
    assertThatThrownBy(() -> new Compression(Compression.By.JDK, 10)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> GzipHeader.filler(20, "")).isInstanceOf(IllegalArgumentException.class);
  }
}
