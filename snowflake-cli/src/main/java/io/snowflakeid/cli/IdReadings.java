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

/** What a text may say: a short one is an id in several text forms. */
final class IdReadings {

    static final List<IdFormat> FORMATS = List.of(IdFormat.values());

    /** Shorter ones are base62, too, whatever their case. */
    private static final Pattern LONG_CROCKFORD =
            Pattern.compile("[0-7][0-9A-HJKMNP-TV-Z]{12}|[1-9A-HJKMNP-TV-Z][0-9A-HJKMNP-TV-Z]{11}");

    /** One of them. */
    record Reading(IdFormat form, long id, DecodedId fields) {}

    private IdReadings() {}

    /**
     * The different ids that a text is in some of the forms, the likeliest first: those that were made before now, and of these the
     * newest, since a wrong reading is usually too small a number, which leads to the layout's first days. What is too long for the
     * layout is left out where another one fits.
     *
     * @throws IllegalArgumentException if the text is an id in none of the forms, or in none that fits the layout
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

    /** A text of full length is the same id with and without padding: the first form counts. */
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
            boolean oneIsMeant = forms.size() == 1 || text.matches("-?[0-9]+");
            throw oneIsMeant
                    ? refusals.get(0)
                    : new IllegalArgumentException("'" + text + "' is no id in any text form (decimal, base62,"
                            + " crockford32), no UUID and no ObjectId" + hint(text));
        }
        return found;
    }

    /** Names the crockford32 text that was meant, if small letters or letters that look like digits stand in its place. */
    private static String hint(String text) {
        String meant = text.toUpperCase(Locale.ROOT)
                .replace('O', '0')
                .replace('I', '1')
                .replace('L', '1');
        return LONG_CROCKFORD.matcher(meant).matches()
                ? "; in crockford32 probably " + meant
                        + " was meant: its digits are 0 to 9 and capitals without I, L, O and U"
                : "";
    }
}
