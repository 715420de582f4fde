package io.nuthatch.harvest;

import io.nuthatch.archive.items.ItemReader;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Speaks to one platform. It knows how calls are written and signed, what answers mean, what may be harvested and how;
 * it is told when to call, and everything else (capture, quota, retries, evidence, progress, stopping) is done for it.
 *
 * <p>An adapter keeps no state and may be used by any number of threads. To add a platform is to write one of these, a
 * flow for each type, and an {@link ItemReader}.
 */
public interface PlatformAdapter {

  /** The name in routing keys and settings: {@code platforms.<name>.base-url}. */
  String platform();

  /** Where the platform is unless settings say otherwise. */
  String defaultBaseUrl();

  List<HarvestType> types();

  /** What a credential of this platform consists of; none where no credential is needed. */
  List<CredentialField> credentialFields();

  ItemReader items();

  /** The call as it goes out under a credential, whose values it may contain; they are kept out of the archive. */
  HttpCall sign(ApiCall call, Map<String, String> credential, String baseUrl, Instant now);

  /** What an answer means. Reads the head first; the body may be anything. */
  Verdict judge(ApiCall call, Answer answer, Instant now);

  /** What the platform says in an answer about how much more may be asked; {@link QuotaReading#NONE} if nothing. */
  QuotaReading quota(ApiCall call, Answer answer, Instant now);
}
