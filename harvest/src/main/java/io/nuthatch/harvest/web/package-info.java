/**
 * The web as a platform: fetches URLs and media and records every exchange that led to them. Polite to hosts, deaf to
 * addresses that are nobody's business, and in no hurry; does not look into pages for further URLs.
 */
@NullMarked
package io.nuthatch.harvest.web;

import org.jspecify.annotations.NullMarked;
