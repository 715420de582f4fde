package io.nuthatch.model.message;

/** Asks whoever runs a harvest to end it: {@code harvest.stop.<platform>.<type>}. */
public record HarvestStop(String id) {
}
