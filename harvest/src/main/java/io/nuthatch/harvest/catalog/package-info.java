/**
 * What is to be captured and what came of it: groups, collection sets, collections, seeds, credentials, their history,
 * harvests and WARCs. The side that asks for harvests, and hears of them by messages only.
 */
@NullMarked
package io.nuthatch.harvest.catalog;

import org.jspecify.annotations.NullMarked;
