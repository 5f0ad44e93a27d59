package io.snowflakeid.merge.run;

import java.util.Map;

/**
 * What became of a source's row.
 *
 * @param inTarget whether the target has it
 * @param message in words, one line
 * @param values its key and all that was changed, as the target has it; empty if it is not there
 */
public record RowFate(boolean inTarget, String message, Map<String, String> values) {}
