package io.nuthatch.harvest.flickr;

import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.HarvestType.Cost;
import io.nuthatch.harvest.Parameters;
import java.time.Duration;

/** The methods of the API. All are one address, and share one quota. */
final class Calls {

  static final String FIND_PERSON = "flickr.people.findByUsername";
  static final String PERSON = "flickr.people.getInfo";
  static final String PHOTOS = "flickr.people.getPublicPhotos";
  static final String INFO = "flickr.photos.getInfo";
  static final String SIZES = "flickr.photos.getSizes";
  static final int PAGE = 500;

  private static final String PATH = "/";
  private static final String FAMILY = "/services/rest";
  private static final int CALLS = 3_600;

  private Calls() {
  }

  static ApiCall of(String method, Parameters parameters) {
    return ApiCall.get(PATH, Parameters.of("method", method).and(parameters).map(), FAMILY);
  }

  /** The call about one photo. */
  static ApiCall photo(String method, String id) {
    return of(method, Parameters.of("photo_id", id));
  }

  static ApiCall photos(String nsid, int page) {
    return of(PHOTOS,
        Parameters.of("user_id", nsid).and("per_page", PAGE).and("page", page).and("extras", "date_upload"));
  }

  static Cost cost(long calls) {
    return Cost.of(FAMILY, calls, CALLS, Duration.ofHours(1));
  }
}
