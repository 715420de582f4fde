package io.nuthatch.harvest.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.harvest.HarvestException;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WebUrlTest {

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      http://example.com                     | http://example.com/
      HTTPS://Example.COM:443/A%2fb?c=d#e    | https://example.com/A%2fb?c=d
      http://example.com:8080?q              | http://example.com:8080/?q
      http://user:word@example.com/          | http://example.com/
      http://müller.example/straße           | http://xn--mller-kva.example/stra%C3%9Fe
      http://a_b.example/x^y"z               | http://a_b.example/x%5Ey%22z
      http://example.com/100%/%zz            | http://example.com/100%25/%25zz
      http://example.com/a/../../b/./c       | http://example.com/b/c
      http:/\\example.com\\a                 | http://example.com/a
      http://[::1]:8080/                     | http://[::1]:8080/
      http://example.com/[a]?b[]=1           | http://example.com/%5Ba%5D?b%5B%5D=1
      """, quoteCharacter = '`')
  void url_isMadeFitToBeAskedFor(String given, String wanted) {
    assertThat(WebUrl.of(given)).hasToString(wanted);
  }

  @ParameterizedTest
  @CsvSource(delimiter = ' ', textBlock = """
      b http://h.example/x/b
      ../b http://h.example/b
      /b http://h.example/b
      ?q=1 http://h.example/x/a?q=1
      #f http://h.example/x/a?old
      //other.example/c http://other.example/c
      https://other.example https://other.example/
      ./b/ü http://h.example/x/b/%C3%BC
      """)
  void location_isTakenFromWhereItWasSaid(String location, String wanted) {
    assertThat(WebUrl.resolve(URI.create("http://h.example/x/a?old"), location)).hasToString(wanted);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "example.com", "ftp://example.com/", "http://", "http://a b/", "http://[::1/",
      "http://example.com:http/", "mailto:someone@example.com"})
  void nonsense_isRefusedWithItsText(String given) {
    assertThatThrownBy(() -> WebUrl.of(given)).isInstanceOf(HarvestException.class)
        .hasMessageContaining("'" + given + "'");
  }

  @Test
  void numbersThatReadersDisagreeOn_areOdd() {
    for (String odd : new String[]{"127.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.0.0.1.", "1.2.3.4.5",
        "0x7f.1"}) {
      assertThat(WebUrl.isOddlyNumbered(WebUrl.of("http://" + odd + ":80/"))).as(odd).isTrue();
    }
    for (String plain : new String[]{"127.0.0.1", "example.com", "1.example", "[::1]", "0x7f.example", "a.b."}) {
      assertThat(WebUrl.isOddlyNumbered(WebUrl.of("http://" + plain + ":81/"))).as(plain).isFalse();
    }
  }
}
