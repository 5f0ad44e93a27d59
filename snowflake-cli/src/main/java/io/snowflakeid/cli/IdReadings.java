package io.snowflakeid.cli;

import io.snowflakeid.DecodedId;
import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /** Not a text form of the library, but what this demo and debuggers print. Crockford32 has no small x. */
    private static final Pattern HEX = Pattern.compile("0x([0-9a-fA-F]+)");

    private static final Pattern DIGITS = Pattern.compile("([0-9]+)");
    private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

    /** One of them; the form is {@code hex} or the name of an {@link IdFormat}. */
    record Reading(String form, long id, DecodedId fields) {
        boolean isPlausibleAt(Instant now) {
            return !fields.timestamp().isAfter(now);
        }

        /** Not on that day itself, when every id is of it. */
        boolean isOfFirstDayOf(SnowflakeLayout layout, Instant now) {
            Instant secondDay = layout.epoch().plus(Duration.ofDays(1));
            return fields.timestamp().isBefore(secondDay) && !now.isBefore(secondDay);
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
            return new Reading(format.name(), id, layout.decode(id));
        } catch (IllegalArgumentException e) {
            if (format.fixedWidth().equals(IdFormat.DECIMAL.fixedWidth())) {
                requireNotAboveLargest(DIGITS, 10);
            }
            boolean crockford = format.equals(IdFormat.CROCKFORD32) || format.equals(IdFormat.CROCKFORD32.fixedWidth());
            throw new IllegalArgumentException(e.getMessage() + (crockford ? hint() : ""), e);
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
        List<Reading> readings = new ArrayList<>();
        for (IdFormat format : FORMATS) {
            idIn(format, text).ifPresent(id -> add(readings, refusals, format.name(), id));
        }
        hexId().ifPresent(id -> add(readings, refusals, "hex", id));
        if (readings.isEmpty()) {
            throw unreadable(refusals);
        }
        return readings;
    }

    private Optional<BigInteger> number(Pattern form, int radix) {
        Matcher digits = form.matcher(text);
        return digits.matches() ? Optional.of(new BigInteger(digits.group(1), radix)) : Optional.empty();
    }

    private void requireNotAboveLargest(Pattern form, int radix) {
        if (number(form, radix).filter(number -> number.compareTo(LARGEST) > 0).isPresent()) {
            throw new IllegalArgumentException("id " + text + " is above " + (radix == 16 ? "0x" : "")
                    + LARGEST.toString(radix) + ", the largest id: it was not made by any Snowflake layout");
        }
    }

    private Optional<Long> hexId() {
        return number(HEX, 16).filter(number -> number.compareTo(LARGEST) <= 0).map(BigInteger::longValue);
    }

    /** A text of full length is the same id with and without padding: that is one reading. */
    private void add(List<Reading> readings, List<IllegalArgumentException> refusals, String form, long id) {
        boolean known = readings.stream().anyMatch(other -> other.id() == id && form.equals(other.form() + "-fixed"));
        if (known) {
            return;
        }
        try {
            readings.add(new Reading(form, id, layout.decode(id)));
        } catch (IllegalArgumentException tooLongForTheLayout) {
            refusals.add(tooLongForTheLayout);
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
        requireNotAboveLargest(DIGITS, 10);
        requireNotAboveLargest(HEX, 16);
        String why = refusals.isEmpty()
                ? "'" + text + "' is no id in any text form (decimal, base62, crockford32), no UUID and no ObjectId"
                : String.valueOf(refusals.get(0).getMessage());
        return new IllegalArgumentException(why + hint());
    }

    /** Names the crockford32 text that was meant, if small letters or letters that look like digits stand in its place. */
    private String hint() {
        String meant = text.toUpperCase(Locale.ROOT)
                .replace('O', '0')
                .replace('I', '1')
                .replace('L', '1');
        boolean valid = Stream.of(IdFormat.CROCKFORD32, IdFormat.CROCKFORD32.fixedWidth())
                .anyMatch(format -> idIn(format, meant).isPresent());
        return valid && !meant.equals(text)
                ? "; in crockford32 probably " + meant
                        + " was meant: its digits are 0 to 9 and capitals without I, L, O and U"
                : "";
    }
}
