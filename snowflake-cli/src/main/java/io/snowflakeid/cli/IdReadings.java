package io.snowflakeid.cli;

import io.snowflakeid.DecodedId;
import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Finds the ids that a text may represent. A short text can be a valid id in several formats. */
final class IdReadings {

    static final List<IdFormat> FORMATS = List.of(IdFormat.values());

    /** Matches crockford32 texts of 12 or 13 characters. A text of at most 11 characters may be a base62 id. */
    private static final Pattern LONG_CROCKFORD =
            Pattern.compile("[0-7][0-9A-HJKMNP-TV-Z]{12}|[1-9A-HJKMNP-TV-Z][0-9A-HJKMNP-TV-Z]{11}");

    record Reading(IdFormat form, long id, DecodedId fields) {}

    private IdReadings() {}

    /**
     * Parses a text in several formats, and returns each id once. Ids with a past timestamp are first in the list, in descending order. A
     * timestamp near the epoch often indicates a wrong format. Ids that are too large for the layout are omitted if another id fits.
     *
     * @throws IllegalArgumentException if no format accepts the text, or if no id fits into the layout
     */
    static List<Reading> of(String text, List<IdFormat> forms, SnowflakeLayout layout, Instant now) {
        Map<Long, IdFormat> found = idsIn(text, forms);
        boolean oneFits = found.keySet().stream().anyMatch(id -> id <= layout.maxId());
        return found.entrySet().stream()
                .filter(form -> !oneFits || form.getKey() <= layout.maxId())
                .map(form -> new Reading(form.getValue(), form.getKey(), layout.decode(form.getKey())))
                .sorted(Comparator.comparing((Reading reading) ->
                                reading.fields().timestamp().isAfter(now))
                        .thenComparing(Reading::id, Comparator.reverseOrder()))
                .toList();
    }

    /** Returns the parsed ids with their formats. If two formats result in the same id, the first format is returned. */
    private static Map<Long, IdFormat> idsIn(String text, List<IdFormat> forms) {
        Map<Long, IdFormat> found = new LinkedHashMap<>();
        List<IllegalArgumentException> refusals = new ArrayList<>();
        for (IdFormat form : forms) {
            try {
                found.putIfAbsent(form.parse(text), form);
            } catch (IllegalArgumentException e) {
                refusals.add(e);
            }
        }
        if (found.isEmpty()) {
            boolean isClear = forms.size() == 1 || text.matches("-?[0-9]+");
            throw isClear
                    ? refusals.get(0)
                    : new IllegalArgumentException(
                            "'" + text + "' is no id in a known format (decimal, base62, crockford32)" + hint(text));
        }
        return found;
    }

    /** Returns a suggested crockford32 text if the text has lower-case letters, or letters that resemble digits. */
    private static String hint(String text) {
        String meant = text.toUpperCase(Locale.ROOT)
                .replace('O', '0')
                .replace('I', '1')
                .replace('L', '1');
        return LONG_CROCKFORD.matcher(meant).matches()
                ? "; perhaps it is " + meant
                        + " in crockford32, whose digits are 0 to 9 and capitals without I, L, O and U"
                : "";
    }
}
