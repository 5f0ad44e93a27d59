package io.snowflakeid.cli;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An id of another kind, for comparison: what it is, when it was made if it says so, and its other parts. */
final class ForeignId {

    private static final Pattern UUID_TEXT = Pattern.compile(
            "(?i)(?:urn:uuid:)?([0-9a-f]{8}(-?)[0-9a-f]{4}\\2[0-9a-f]{4}\\2[0-9a-f]{4}\\2[0-9a-f]{12})");
    private static final Pattern OBJECT_ID_TEXT = Pattern.compile("(?i)([0-9a-f]{8})([0-9a-f]{10})([0-9a-f]{6})");

    private static final int RFC_9562_VARIANT = 2;
    /** From 1582-10-15T00:00Z to 1970-01-01T00:00Z, in units of 100 ns. */
    private static final long GREGORIAN_TO_UNIX = 122_192_928_000_000_000L;

    private ForeignId() {}

    /** Prints a UUID or an ObjectId; false if the text is neither. */
    static boolean prints(String text, PrintWriter out) {
        Matcher uuid = UUID_TEXT.matcher(text);
        Matcher objectId = OBJECT_ID_TEXT.matcher(text);
        if (uuid.matches()) {
            String digits = uuid.group(1).replace("-", "");
            printUuid(
                    out,
                    Long.parseUnsignedLong(digits.substring(0, 16), 16),
                    Long.parseUnsignedLong(digits.substring(16), 16));
            return true;
        }
        if (objectId.matches()) {
            out.println("ObjectId    " + text + "  (96 bits: not an id of 64)");
            printTime(out, Instant.ofEpochSecond(Long.parseLong(objectId.group(1), 16)));
            out.println("process     " + objectId.group(2) + "  (random)");
            out.println("counter     " + Integer.parseInt(objectId.group(3), 16));
            return true;
        }
        return false;
    }

    private static void printUuid(PrintWriter out, long high, long low) {
        UUID uuid = new UUID(high, low);
        out.println("uuid        " + uuid + "  (128 bits: not an id of 64)");
        if (high == low && (high == 0 || high == -1)) {
            out.println("version     none: the " + (high == 0 ? "nil" : "max") + " UUID, which holds no time");
            return;
        }
        if (uuid.variant() != RFC_9562_VARIANT) {
            out.println(
                    "version     none: its variant is not that of RFC 9562, so it holds no time that could be read");
            return;
        }
        out.println("version     " + uuid.version() + ": " + meaning(uuid.version()));
        switch (uuid.version()) {
            case 1 -> printGregorian(out, (high & 0xfff) << 48 | (high >>> 16 & 0xffff) << 32 | high >>> 32, low);
            case 6 -> printGregorian(out, (high >>> 16) << 12 | (high & 0xfff), low);
            case 7 -> {
                printTime(out, Instant.ofEpochMilli(high >>> 16));
                out.printf("the rest    %03x %016x  (74 bits)%n", high & 0xfff, low << 2 >>> 2);
            }
            default -> {}
        }
    }

    private static String meaning(int version) {
        return switch (version) {
            case 1 -> "a time in units of 100 ns, its lowest bits first, and a node";
            case 2 -> "DCE security; it holds no whole time, its lowest 32 bits are replaced";
            case 3 -> "a name, hashed by MD5; it holds no time";
            case 4 -> "random; it holds no time";
            case 5 -> "a name, hashed by SHA-1; it holds no time";
            case 6 -> "a time in units of 100 ns, and a node";
            case 7 -> "a time in milliseconds, then random bits or a counter";
            case 8 -> "its bits mean what its maker wants; it holds no time that others could read";
            default -> "unknown to RFC 9562; it holds no time that could be read";
        };
    }

    private static void printGregorian(PrintWriter out, long units, long low) {
        long sinceUnix = units - GREGORIAN_TO_UNIX;
        printTime(out, Instant.ofEpochSecond(sinceUnix / 10_000_000, sinceUnix % 10_000_000 * 100L));
        out.printf("clock seq   %04x%n", low >>> 48 & 0x3fff);
        out.printf("node        %012x%n", low & 0xffff_ffff_ffffL);
    }

    private static void printTime(PrintWriter out, Instant time) {
        out.println("timestamp   " + time);
        if (time.isAfter(Instant.now())) {
            out.println("The timestamp lies in the future: was the id made with a wrong clock?");
        }
    }
}
