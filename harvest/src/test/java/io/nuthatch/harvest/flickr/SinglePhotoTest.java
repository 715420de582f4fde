package io.nuthatch.harvest.flickr;

import static io.nuthatch.harvest.Simulation.seed;
import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.harvest.CallingSession;
import io.nuthatch.harvest.Keeper;
import io.nuthatch.harvest.Simulation;
import io.nuthatch.harvest.Subject;
import io.nuthatch.model.message.Note;
import io.nuthatch.simulator.people.NewPost;
import io.nuthatch.simulator.people.Post;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SinglePhotoTest {

  private final SinglePhoto flow = new SinglePhoto();

  @Test
  void photo_isHadWithItsSizesAndOnceMoreWithoutThem() {
    try (Simulation simulation = new Simulation()) {
      Post post = simulation.world.post(simulation.world.account("Anna").id(),
          NewPost.saying("a photo").withPhotos(1));
      Subject subject = flow.identify(seed("https://www.flickr.com/photos/anna/" + post.id() + "/in/x", null),
          session(simulation));
      Keeper keeper = new Keeper();
      CallingSession first = session(simulation);
      keeper.run(flow, subject, first);
      CallingSession second = session(simulation);
      keeper.run(flow, subject, second);

      assertThat(subject.key()).isEqualTo(Long.toString(post.id()));
      assertThat(first.items).hasSize(2);
      assertThat(second.items).hasSize(1);
    }
  }

  @Test
  void photoThatIsNotThere_isAWarning() {
    try (Simulation simulation = new Simulation()) {
      CallingSession session = session(simulation);
      new Keeper().run(flow, flow.identify(seed("12345", null), session), session);

      assertThat(session.warnings).extracting(Note::code).containsExactly("token_not_found");
      assertThat(session.warnings.getFirst().seedId()).isEqualTo("seed-1");
    }
  }

  private static CallingSession session(Simulation simulation) {
    return new CallingSession(new FlickrAdapter(),
        Map.of("key", simulation.platforms.credentials(1).getFirst().consumerKey()),
        simulation.platforms.baseUrl("flickr"), simulation.clock);
  }
}
