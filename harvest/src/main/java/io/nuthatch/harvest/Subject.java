package io.nuthatch.harvest;

import io.nuthatch.model.message.SeedReference;
import org.jspecify.annotations.Nullable;

/**
 * Who or what a seed turned out to be.
 *
 * @param key under which its progress is kept from harvest to harvest; stays when an account is renamed
 * @param uid the platform's lasting id if the platform told it
 * @param token the name it goes by now if the platform told it
 */
public record Subject(SeedReference seed, String key, @Nullable String uid, @Nullable String token) {
}
