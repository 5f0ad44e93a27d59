package io.snowflakeid.demo.origin;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Numbers and times as sentences have them. */
final class Words {

    private Words() {}

    static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String count(long number, String thing) {
        return grouped(number) + " " + thing + (number == 1 ? "" : "s");
    }

    static String ids(int count) {
        return switch (count) {
            case 1 -> "the only sampled id";
            case 2 -> "both sampled ids";
            default -> "all " + grouped(count) + " sampled ids";
        };
    }

    static Instant second(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS);
    }

    /** In the unit in which it is not zero, rounded up. */
    static String duration(Duration duration) {
        long millis = duration.toMillis();
        if (millis < 1000) {
            return millis + " ms";
        }
        long seconds = (millis + 999) / 1000;
        if (seconds < 120) {
            return seconds + " s";
        }
        if (seconds < 7200) {
            return (seconds + 59) / 60 + " min";
        }
        double hours = seconds / 3600.0;
        if (hours < 48) {
            return String.format(Locale.ROOT, "%.2f", hours).replaceFirst("\\.?0+$", "") + " h";
        }
        double days = hours / 24;
        return days < 730 ? grouped((long) Math.ceil(days)) + " days" : grouped((long) (days / 365.25)) + " years";
    }
}
