package io.nuthatch.simulator.people;

import io.nuthatch.simulator.people.Post.Body;
import io.nuthatch.simulator.people.Post.Media;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Writes a post that a test dictates: finds links, hashtags and mentions in the text and shortens the links. */
final class Dictation {

  private static final Pattern ENTITY = Pattern.compile("(https?://\\S+)|(?<![\\w&])#(\\w+)|(?<!\\w)@(\\w{1,15})",
      Pattern.UNICODE_CHARACTER_CLASS);

  private Dictation() {
  }

  static Body write(NewPost dictated, long id, Moment now) {
    Draft draft = new Draft();
    Matcher matcher = ENTITY.matcher(dictated.text());
    int done = 0;
    while (matcher.find()) {
      draft.text(dictated.text().substring(done, matcher.start()));
      if (matcher.group(1) != null) {
        draft.link(Draft.code(matcher.group(1).hashCode() * 0x9E37_79B9_7F4A_7C15L), matcher.group(1));
      } else if (matcher.group(2) != null) {
        draft.hashtag(matcher.group(2));
      } else {
        String name = matcher.group(3);
        now.account(name)
            .ifPresentOrElse(account -> draft.mention(account.id(), account.screenName(), account.profile().name()),
                () -> draft.text("@" + name));
      }
      done = matcher.end();
    }
    draft.text(dictated.text().substring(done));
    List<Media> photos = IntStream.range(0, dictated.photos())
        .mapToObj(i -> new Media(Draft.mediaId(id, i), Media.Type.PHOTO, 1200, 900, 0))
        .toList();
    return new Body(draft.text(), dictated.language(), draft.entities(), photos, photos.isEmpty() ? "" : Draft.code(id),
        dictated.point());
  }
}
