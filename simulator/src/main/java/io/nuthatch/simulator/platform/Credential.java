package io.nuthatch.simulator.platform;

/**
 * What a client needs to call a platform: an application's key and secret, a user's token and secret for signatures,
 * and the application's bearer token.
 */
public record Credential(String name, String consumerKey, String consumerSecret, String token, String tokenSecret,
    String bearerToken) {
}
