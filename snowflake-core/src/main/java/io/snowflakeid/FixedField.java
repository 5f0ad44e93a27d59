package io.snowflakeid;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A named part of a layout's datacenter field, for instance the business line in "4 bits business, 6 bits machine".
 *
 * @param name 1 to 32 letters of ASCII, digits, {@code -} and {@code _}; not the name of another field of an id
 * @param bits how wide it is, 1 to 31
 */
public record FixedField(String name, int bits) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,32}");
    private static final Pattern TAKEN = Pattern.compile("(?i)timestamp|datacenter|worker|sequence|gene");

    /** With it, the longest spec still fits into the 120 characters that ledgers have for a layout. */
    private static final int MAX_TEXT = 70;

    /**
     * Checks name and width.
     *
     * @throws IllegalArgumentException naming the value seen and the values allowed
     */
    public FixedField {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "fixed field '" + name + "' has no valid name: use 1 to 32 letters of ASCII, digits, '-' and '_'");
        }
        if (TAKEN.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "fixed field '" + name + "' has the name of a field that every layout has: use another name");
        }
        LayoutLimits.requireBetween("fixed field " + name, bits, 1, 31);
    }

    // ---- the parts of a datacenter id, most significant first

    /** Refuses names that occur twice, or are too long together, and a width that is not the sum. */
    static void requireWidth(List<FixedField> fields, int datacenterBits) {
        if (fields.isEmpty()) {
            return;
        }
        String text = text(fields);
        long names = fields.stream()
                .map(field -> field.name().toLowerCase(Locale.ROOT))
                .distinct()
                .count();
        if (names < fields.size()) {
            throw new IllegalArgumentException(
                    "fixed fields " + text + " have a name twice, or differ in capitals alone: use distinct names");
        }
        if (text.length() > MAX_TEXT) {
            throw new IllegalArgumentException("fixed fields " + text + " take " + text.length()
                    + " characters in the layout's spec, at most " + MAX_TEXT + " are allowed: use shorter names");
        }
        if (width(fields) != datacenterBits) {
            throw new IllegalArgumentException("fixed fields " + text + " have " + width(fields)
                    + " bits together, but datacenterBits is " + datacenterBits + ": it must be the same");
        }
    }

    static int width(List<FixedField> fields) {
        return fields.stream().mapToInt(FixedField::bits).sum();
    }

    /** As in a spec: {@code region:3+business:4}. */
    static String text(List<FixedField> fields) {
        return fields.stream().map(field -> field.name() + ":" + field.bits()).collect(Collectors.joining("+"));
    }

    /** The values by name, in the order of the fields. */
    static Map<String, Long> split(List<FixedField> fields, long datacenter) {
        Map<String, Long> values = new LinkedHashMap<>();
        int shift = width(fields);
        for (FixedField field : fields) {
            shift -= field.bits();
            values.put(field.name(), (datacenter >>> shift) & SnowflakeLayout.mask(field.bits()));
        }
        return Collections.unmodifiableMap(values);
    }

    /** The datacenter id of values by name; every field must have one. */
    static long join(List<FixedField> fields, Map<String, Long> values) {
        List<String> names = fields.stream().map(FixedField::name).toList();
        for (String name : values.keySet()) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException(
                        "unknown fixed field '" + name + "', this layout has " + ranges(fields));
            }
        }
        long datacenter = 0;
        for (FixedField field : fields) {
            Long value = values.get(field.name());
            if (value == null) {
                throw new IllegalArgumentException("fixed field " + field.name() + " is missing: this layout has "
                        + ranges(fields) + ", give each a number");
            }
            LayoutLimits.requireFits(field.name(), value, field.bits());
            datacenter = datacenter << field.bits() | value;
        }
        return datacenter;
    }

    private static String ranges(List<FixedField> fields) {
        return fields.isEmpty()
                ? "no named fixed fields: give its datacenter as one number, or name its parts in the layout"
                : fields.stream()
                        .map(field -> field.name() + " (0.." + SnowflakeLayout.mask(field.bits()) + ")")
                        .collect(Collectors.joining(", "));
    }
}
