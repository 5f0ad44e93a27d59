package io.snowflakeid.demo.origin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The id of one row.
 *
 * @param text as the database has it
 * @param created when the row says that it was created, a time without a zone taken as UTC; null if nobody asked, or the row does not say
 */
public record SampledId(String text, @Nullable Instant created) {}
