package io.snowflakeid.demo;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An id of another kind, for comparison: what it is, when it was made if it says so, and its other parts. */
abstract sealed class ForeignId {

    private static final Pattern UUID_TEXT = Pattern.compile(
            "(?i)(?:urn:uuid:)?([0-9a-f]{8}(-?)[0-9a-f]{4}\\2[0-9a-f]{4}\\2[0-9a-f]{4}\\2[0-9a-f]{12})");
    private static final Pattern OBJECT_ID_TEXT = Pattern.compile("(?i)([0-9a-f]{8})([0-9a-f]{10})([0-9a-f]{6})");

    /** A UUID or an ObjectId; empty if the text is neither. */
    static Optional<ForeignId> of(String text) {
        Matcher uuid = UUID_TEXT.matcher(text);
        if (uuid.matches()) {
            String digits = uuid.group(1).replace("-", "");
            return Optional.of(new Uuid(new UUID(
                    Long.parseUnsignedLong(digits.substring(0, 16), 16),
                    Long.parseUnsignedLong(digits.substring(16), 16))));
        }
        Matcher objectId = OBJECT_ID_TEXT.matcher(text);
        return objectId.matches() ? Optional.of(new ObjectId(objectId)) : Optional.empty();
    }

    abstract void print(PrintWriter out);

    private static void printTime(PrintWriter out, Instant time) {
        out.println("timestamp   " + time);
        if (time.isAfter(Instant.now())) {
            out.println("The timestamp lies in the future: was the id made with a wrong clock?");
        }
    }

    /** RFC 9562. */
    private static final class Uuid extends ForeignId {

        /** From 1582-10-15T00:00Z to 1970-01-01T00:00Z, in units of 100 ns. */
        private static final long GREGORIAN_TO_UNIX = 122_192_928_000_000_000L;

        private static final int RFC_VARIANT = 2;

        private final UUID uuid;
        private final long high;
        private final long low;

        Uuid(UUID uuid) {
            this.uuid = uuid;
            high = uuid.getMostSignificantBits();
            low = uuid.getLeastSignificantBits();
        }

        @Override
        void print(PrintWriter out) {
            out.println("uuid        " + uuid + "  (128 bits: not an id of 64)");
            if (high == low && (high == 0 || high == -1)) {
                out.println("version     none: the " + (high == 0 ? "nil" : "max") + " UUID, which holds no time");
            } else if (uuid.variant() != RFC_VARIANT) {
                out.println(
                        "version     none: its variant is not that of RFC 9562, so it holds no time that could be read");
            } else {
                printVersion(out);
            }
        }

        private void printVersion(PrintWriter out) {
            switch (uuid.version()) {
                case 1 -> {
                    out.println("version     1: a time in units of 100 ns, its lowest bits first, and a node");
                    printGregorian(out, (high & 0xfff) << 48 | (high >>> 16 & 0xffff) << 32 | high >>> 32);
                }
                case 6 -> {
                    out.println("version     6: a time in units of 100 ns, and a node");
                    printGregorian(out, (high >>> 16) << 12 | (high & 0xfff));
                }
                case 7 -> {
                    out.println("version     7: a time in milliseconds, then random bits or a counter");
                    printTime(out, Instant.ofEpochMilli(high >>> 16));
                    out.printf("the rest    %03x %016x  (74 bits)%n", high & 0xfff, low << 2 >>> 2);
                }
                default -> out.println("version     " + uuid.version() + ": " + withoutTime());
            }
        }

        private String withoutTime() {
            return switch (uuid.version()) {
                case 2 -> "DCE security; it holds no whole time, its lowest 32 bits are replaced";
                case 3 -> "a name, hashed by MD5; it holds no time";
                case 4 -> "random; it holds no time";
                case 5 -> "a name, hashed by SHA-1; it holds no time";
                case 8 -> "its bits mean what its maker wants; it holds no time that others could read";
                default -> "unknown to RFC 9562; it holds no time that could be read";
            };
        }

        private void printGregorian(PrintWriter out, long units) {
            long sinceUnix = units - GREGORIAN_TO_UNIX;
            printTime(
                    out,
                    Instant.ofEpochSecond(
                            Math.floorDiv(sinceUnix, 10_000_000), Math.floorMod(sinceUnix, 10_000_000) * 100L));
            out.printf("clock seq   %04x%n", low >>> 48 & 0x3fff);
            out.printf("node        %012x%n", low & 0xffff_ffff_ffffL);
        }
    }

    /** MongoDB's. */
    private static final class ObjectId extends ForeignId {

        private final Matcher parts;

        ObjectId(Matcher parts) {
            this.parts = parts;
        }

        @Override
        void print(PrintWriter out) {
            out.println("ObjectId    " + parts.group() + "  (96 bits: not an id of 64)");
            printTime(out, Instant.ofEpochSecond(Long.parseLong(parts.group(1), 16)));
            out.println("process     " + parts.group(2) + "  (random)");
            out.println("counter     " + Integer.parseInt(parts.group(3), 16));
        }
    }
}
