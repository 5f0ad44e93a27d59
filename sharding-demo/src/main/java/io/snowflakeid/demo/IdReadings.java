package io.snowflakeid.demo;

import io.snowflakeid.DecodedId;
import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a text may say: a short one is a valid id in several text forms. A reading whose timestamp is not in the future is plausible,
 * and more so the newer it is: a wrong reading of a text is usually too short a number, which leads to the layout's first days.
 */
final class IdReadings {

    /** All text forms, without alphabets of one's own. */
    static final List<IdFormat> FORMATS = Stream.of(IdFormat.DECIMAL, IdFormat.BASE62, IdFormat.CROCKFORD32)
            .flatMap(format -> Stream.of(format, format.fixedWidth()))
            .toList();

    /** One of them. */
    record Reading(IdFormat format, long id, DecodedId fields) {
        boolean isPlausibleAt(Instant now) {
            return !fields.timestamp().isAfter(now);
        }
    }

    private final String text;
    private final SnowflakeLayout layout;
    private final Instant now;

    IdReadings(String text, SnowflakeLayout layout, Instant now) {
        this.text = text;
        this.layout = layout;
        this.now = now;
    }

    /**
     * The one that the format gives.
     *
     * @throws IllegalArgumentException if it gives none
     */
    Reading in(IdFormat format) {
        try {
            long id = format.parse(text);
            return new Reading(format, id, layout.decode(id));
        } catch (IllegalArgumentException e) {
            boolean crockford = format.equals(IdFormat.CROCKFORD32) || format.equals(IdFormat.CROCKFORD32.fixedWidth());
            String hint = crockford ? meantInCrockford32().map(IdReadings::hint).orElse("") : "";
            throw new IllegalArgumentException(e.getMessage() + hint, e);
        }
    }

    /**
     * Those that are plausible, the most plausible first; if none is, all that there are.
     *
     * @throws IllegalArgumentException if the text is an id in no form
     */
    List<Reading> mostPlausibleFirst() {
        List<Reading> all = all();
        List<Reading> plausible = all.stream()
                .filter(reading -> reading.isPlausibleAt(now))
                .sorted(Comparator.comparing(
                                (Reading reading) -> reading.fields().timestamp())
                        .reversed())
                .toList();
        return plausible.isEmpty() ? all : plausible;
    }

    private List<Reading> all() {
        List<IllegalArgumentException> refusals = new ArrayList<>();
        List<Reading> readings = all(refusals);
        if (readings.isEmpty()) {
            throw unreadable(refusals);
        }
        return readings;
    }

    private List<Reading> all(List<IllegalArgumentException> refusals) {
        List<Reading> readings = new ArrayList<>();
        for (IdFormat format : FORMATS) {
            idIn(format, text).ifPresent(id -> {
                try {
                    add(readings, new Reading(format, id, layout.decode(id)));
                } catch (IllegalArgumentException tooLongForTheLayout) {
                    refusals.add(tooLongForTheLayout);
                }
            });
        }
        return readings;
    }

    /** A text of full length is the same id with and without padding: that is one reading. */
    private static void add(List<Reading> readings, Reading reading) {
        boolean known = readings.stream()
                .anyMatch(other -> other.id() == reading.id()
                        && other.format().fixedWidth().equals(reading.format().fixedWidth()));
        if (!known) {
            readings.add(reading);
        }
    }

    private static Optional<Long> idIn(IdFormat format, String text) {
        try {
            return Optional.of(format.parse(text));
        } catch (IllegalArgumentException noIdInThisForm) {
            return Optional.empty();
        }
    }

    private IllegalArgumentException unreadable(List<IllegalArgumentException> refusals) {
        if (text.matches("-[0-9]{1,19}")) {
            return new IllegalArgumentException(
                    "id " + text + " is negative: ids are positive, so it was not made by any Snowflake layout");
        }
        String why = refusals.isEmpty()
                ? "'" + text + "' is no id in any text form (decimal, base62, crockford32), no UUID and no ObjectId"
                : String.valueOf(refusals.get(0).getMessage());
        return new IllegalArgumentException(
                why + meantInCrockford32().map(IdReadings::hint).orElse(""));
    }

    /**
     * A crockford32 text that this one was probably meant to be, if its reading is newer than all others: written in small letters,
     * or with letters that look like digits.
     */
    Optional<String> probablyMeant(List<Reading> others) {
        return meantInCrockford32()
                .filter(meant -> new IdReadings(meant, layout, now)
                        .all(new ArrayList<>()).stream()
                                .filter(reading ->
                                        reading.format().fixedWidth().equals(IdFormat.CROCKFORD32.fixedWidth()))
                                .anyMatch(reading -> reading.isPlausibleAt(now)
                                        && others.stream().allMatch(other -> isNewer(reading, other))));
    }

    private boolean isNewer(Reading one, Reading other) {
        return !other.isPlausibleAt(now)
                || one.fields().timestamp().isAfter(other.fields().timestamp());
    }

    private Optional<String> meantInCrockford32() {
        String meant = text.toUpperCase(Locale.ROOT)
                .replace('O', '0')
                .replace('I', '1')
                .replace('L', '1');
        boolean valid = Stream.of(IdFormat.CROCKFORD32, IdFormat.CROCKFORD32.fixedWidth())
                .anyMatch(format -> idIn(format, meant).isPresent());
        return valid && !meant.equals(text) ? Optional.of(meant) : Optional.empty();
    }

    /** What to say about it. */
    static String hint(String meant) {
        return "; in crockford32 probably " + meant
                + " was meant: its digits are 0 to 9 and capitals without I, L, O and U";
    }
}
