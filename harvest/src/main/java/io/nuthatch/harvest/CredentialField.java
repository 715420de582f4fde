package io.nuthatch.harvest;

/** One value of a credential: its name in messages, what people call it, whether a credential can do without it. */
public record CredentialField(String name, String label, boolean required) {
}
