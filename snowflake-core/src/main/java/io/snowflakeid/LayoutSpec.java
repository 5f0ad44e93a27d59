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

    private static final Pattern FORM = Pattern.compile(
            "(?<timestamp>\\d{1,2})x(?<tick>\\d{1,9})ms/"
                    + "(?<datacenter>\\d{1,2})/(?<worker>\\d{1,2})/(?<sequence>\\d{1,2})(?:/(?<gene>\\d{1,2}))?@(?<epoch>\\S+)");

    private LayoutSpec() {}

    static String write(SnowflakeLayout layout) {
        return layout.timestampBits() + "x" + layout.tick().toMillis() + "ms/" + layout.datacenterBits() + "/"
                + layout.workerBits() + "/" + layout.sequenceBits()
                + (layout.geneBits() == 0 ? "" : "/" + layout.geneBits()) + "@" + layout.epoch();
    }

    /** In one line, as a person draws it. */
    static String draw(SnowflakeLayout layout) {
        long millis = layout.tick().toMillis();
        StringBuilder line = new StringBuilder("0 | timestamp " + layout.timestampBits() + " x "
                + (millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms"));
        draw(line, "datacenter", layout.datacenterBits());
        draw(line, "worker", layout.workerBits());
        draw(line, "sequence", layout.sequenceBits());
        draw(line, "gene", layout.geneBits());
        return line + " | " + layout.bits() + " bits, " + layout.epoch() + " to " + layout.exhaustedAt();
    }

    private static void draw(StringBuilder line, String field, int bits) {
        if (bits > 0) {
            line.append(" | ").append(field).append(' ').append(bits);
        }
    }

    static SnowflakeLayout parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw unknown(text, null);
        }
        return new SnowflakeLayout(
                epoch(form.group("epoch"), text),
                Duration.ofMillis(number(form, "tick")),
                number(form, "timestamp"),
                number(form, "datacenter"),
                number(form, "worker"),
                number(form, "sequence"),
                form.group("gene") == null ? 0 : number(form, "gene"));
    }

    private static int number(Matcher form, String group) {
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
                "layout '" + VisibleText.of(text) + "' is neither "
                        + String.join(", ", SnowflakeLayout.presets().keySet()) + " nor of the form "
                        + "41x1ms/0/10/12@2010-11-04T01:42:54.657Z (timestamp x tick / datacenter / worker / sequence [/ gene]"
                        + " @ epoch)",
                cause);
    }
}
