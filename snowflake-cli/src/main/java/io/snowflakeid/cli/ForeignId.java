package io.snowflakeid.cli;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Prints a UUID or an ObjectId, including its timestamp if one exists. */
final class ForeignId {

    private static final Pattern UUID_TEXT =
            Pattern.compile("(?i)([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})");
    private static final Pattern OBJECT_ID_TEXT = Pattern.compile("(?i)[0-9a-f]{24}");

    private static final String NO_TIME = "none: it contains no time";
    private static final int RFC_9562_VARIANT = 2;
    /** The time from 1582-10-15T00:00Z to 1970-01-01T00:00Z, in units of 100 ns. */
    private static final long GREGORIAN_TO_UNIX = 122_192_928_000_000_000L;

    private ForeignId() {}

    /** Prints a UUID or an ObjectId and returns true, or returns false if the text is neither. */
    static boolean prints(String text, PrintWriter out) {
        Matcher parts = UUID_TEXT.matcher(text);
        if (parts.matches()) {
            UUID uuid = UUID.fromString(parts.replaceFirst("$1-$2-$3-$4-$5"));
            boolean versioned = uuid.variant() == RFC_9562_VARIANT;
            out.println("uuid        " + uuid + "  (128 bits: not an id of 64)");
            out.println("version     " + (versioned ? uuid.version() : "none: its variant is not that of RFC 9562"));
            out.println("timestamp   " + (versioned ? timeOf(uuid) : NO_TIME));
            return true;
        }
        if (OBJECT_ID_TEXT.matcher(text).matches()) {
            out.println("ObjectId    " + text + "  (96 bits: not an id of 64)");
            out.println("timestamp   " + Instant.ofEpochSecond(Long.parseLong(text.substring(0, 8), 16)));
            out.println("random      " + text.substring(8, 18) + "  (from drivers older than July 2018: machine "
                    + text.substring(8, 14) + ", process " + Integer.parseInt(text.substring(14, 18), 16) + ")");
            out.println("counter     " + Integer.parseInt(text.substring(18), 16));
            return true;
        }
        return false;
    }

    private static String timeOf(UUID uuid) {
        long high = uuid.getMostSignificantBits();
        return switch (uuid.version()) {
            case 1 -> gregorian(uuid.timestamp());
            case 6 -> gregorian((high >>> 16) << 12 | (high & 0xfff));
            case 7 -> Instant.ofEpochMilli(high >>> 16).toString();
            default -> NO_TIME;
        };
    }

    private static String gregorian(long units) {
        long sinceUnix = units - GREGORIAN_TO_UNIX;
        return Instant.ofEpochSecond(sinceUnix / 10_000_000, sinceUnix % 10_000_000 * 100L)
                .toString();
    }
}
