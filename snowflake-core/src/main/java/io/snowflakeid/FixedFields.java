package io.snowflakeid;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The named parts that a datacenter id consists of, most significant first: takes the number apart and puts it together. */
final class FixedFields {

    /** With it, the longest spec still fits into the 120 characters that ledgers have for a layout. */
    private static final int MAX_TEXT = 70;

    private final List<FixedField> fields;

    FixedFields(List<FixedField> fields) {
        this.fields = fields;
    }

    /** Refuses names that occur twice, or are too long together, and a width that is not the sum. */
    void requireWidth(int datacenterBits) {
        if (fields.isEmpty()) {
            return;
        }
        long names = fields.stream()
                .map(f -> f.name().toLowerCase(Locale.ROOT))
                .distinct()
                .count();
        if (names < fields.size()) {
            throw new IllegalArgumentException(
                    "fixed fields " + this + " have a name twice, or differ in capitals alone: use distinct names");
        }
        if (toString().length() > MAX_TEXT) {
            throw new IllegalArgumentException("fixed fields " + this + " take "
                    + toString().length() + " characters in the layout's spec, at most " + MAX_TEXT
                    + " are allowed: use shorter names");
        }
        int sum = fields.stream().mapToInt(FixedField::bits).sum();
        if (sum != datacenterBits) {
            throw new IllegalArgumentException("fixed fields " + this + " have " + sum
                    + " bits together, but datacenterBits is " + datacenterBits + ": it must be the same");
        }
    }

    /** The values by name, in the order of the fields. */
    Map<String, Long> split(long datacenter) {
        Map<String, Long> values = new LinkedHashMap<>();
        int shift = fields.stream().mapToInt(FixedField::bits).sum();
        for (FixedField field : fields) {
            shift -= field.bits();
            values.put(field.name(), (datacenter >>> shift) & field.max());
        }
        return Collections.unmodifiableMap(values);
    }

    /** The datacenter id of values by name; every field must have one. */
    long join(Map<String, Long> values) {
        requireKnown(values);
        long datacenter = 0;
        for (FixedField field : fields) {
            Long value = values.get(field.name());
            if (value == null) {
                throw new IllegalArgumentException("fixed field " + field.name() + " is missing: give it a number, 0.."
                        + field.max() + ", among " + ranges());
            }
            field.requireFits(value);
            datacenter = datacenter << field.bits() | value;
        }
        return datacenter;
    }

    private void requireKnown(Map<String, Long> values) {
        if (fields.isEmpty()) {
            throw new IllegalArgumentException("this layout has no named fixed fields, but " + values.keySet()
                    + " are given: give its datacenter as one number, or name its parts in the layout");
        }
        for (String name : values.keySet()) {
            if (fields.stream().noneMatch(field -> field.name().equals(name))) {
                throw new IllegalArgumentException("unknown fixed field '" + name + "', this layout has " + ranges());
            }
        }
    }

    private String ranges() {
        return fields.stream().map(f -> f.name() + " (0.." + f.max() + ")").collect(Collectors.joining(", "));
    }

    /** As in a spec: {@code region:3+business:4}. */
    @Override
    public String toString() {
        return fields.stream().map(f -> f.name() + ":" + f.bits()).collect(Collectors.joining("+"));
    }
}
