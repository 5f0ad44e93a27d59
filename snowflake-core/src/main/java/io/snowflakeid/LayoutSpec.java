package io.snowflakeid;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A layout as one word, for settings and ledgers. */
final class LayoutSpec {

    private static final Pattern FORM =
            Pattern.compile("(\\d{1,2})x(\\d{1,9})ms/(\\d{1,2})/(\\d{1,2})/(\\d{1,2})(?:/(\\d{1,2}))?@(\\S+)");

    private LayoutSpec() {}

    static String write(SnowflakeLayout layout) {
        return layout.timestampBits() + "x" + layout.tick().toMillis() + "ms/" + layout.datacenterBits() + "/"
                + layout.workerBits() + "/" + layout.sequenceBits()
                + (layout.geneBits() == 0 ? "" : "/" + layout.geneBits()) + "@" + layout.epoch();
    }

    static SnowflakeLayout parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw unknown(text, null);
        }
        String gene = form.group(6);
        return new SnowflakeLayout(
                epoch(form.group(7), text),
                Duration.ofMillis(number(form, 2)),
                number(form, 1),
                number(form, 3),
                number(form, 4),
                number(form, 5),
                gene == null ? 0 : Integer.parseInt(gene));
    }

    private static int number(Matcher form, int group) {
        return Integer.parseInt(form.group(group));
    }

    private static Instant epoch(String instant, String whole) {
        try {
            return DateTimeFormatter.ISO_OFFSET_DATE_TIME
                    .withZone(ZoneOffset.UTC)
                    .parse(instant, Instant::from);
        } catch (DateTimeParseException notAnInstant) {
            throw unknown(whole, notAnInstant);
        }
    }

    private static IllegalArgumentException unknown(String text, @Nullable DateTimeParseException cause) {
        return new IllegalArgumentException(
                "layout '" + text + "' is neither DEFAULT, TWITTER or GAME_SERVERS nor of the form "
                        + "41x1ms/0/10/12@2010-11-04T01:42:54.657Z (timestamp x tick / datacenter / worker / sequence [/ gene] @ epoch)",
                cause);
    }
}
