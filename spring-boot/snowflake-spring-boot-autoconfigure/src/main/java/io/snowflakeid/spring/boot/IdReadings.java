package io.snowflakeid.spring.boot;

import io.snowflakeid.DecodedId;
import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a text may mean as an id: in every form in which ids are written, under every generator's layout. */
final class IdReadings {

    private static final List<IdFormat> FORMATS = List.of(
            IdFormat.DECIMAL,
            IdFormat.BASE62,
            IdFormat.CROCKFORD32,
            IdFormat.DECIMAL.fixedWidth(),
            IdFormat.BASE62.fixedWidth(),
            IdFormat.CROCKFORD32.fixedWidth());

    private IdReadings() {}

    /**
     * One entry for each form that fits.
     *
     * @throws IllegalArgumentException if none does, saying why for each, or if no layout has such ids
     */
    static List<Map<String, Object>> of(String text, List<WatchedGenerator> generators) {
        List<Map<String, Object>> readings = new ArrayList<>();
        List<String> refusals = new ArrayList<>();
        Map<Long, List<String>> formsById = new LinkedHashMap<>();
        for (IdFormat format : FORMATS) {
            try {
                formsById
                        .computeIfAbsent(format.parse(text), id -> new ArrayList<>())
                        .add(format.name());
            } catch (IllegalArgumentException e) {
                refusals.add(e.getMessage());
            }
        }
        formsById.forEach((id, forms) -> {
            Map<String, Object> reading = reading(id, forms, generators, refusals);
            if (!reading.isEmpty()) {
                readings.add(reading);
            }
        });
        if (readings.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", refusals));
        }
        return readings;
    }

    /** Empty if no generator has such ids. */
    private static Map<String, Object> reading(
            long id, List<String> forms, List<WatchedGenerator> generators, List<String> refusals) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (WatchedGenerator generator : generators) {
            SnowflakeLayout layout = generator.ids().layout();
            try {
                fields.put(generator.name(), fields(layout, layout.decode(id)));
            } catch (IllegalArgumentException e) {
                refusals.add(e.getMessage());
            }
        }
        if (fields.isEmpty()) {
            return Map.of();
        }
        Map<String, Object> reading = new LinkedHashMap<>();
        reading.put("id", Long.toString(id));
        reading.put("formats", forms);
        reading.put("generators", fields);
        return reading;
    }

    private static Map<String, Object> fields(SnowflakeLayout layout, DecodedId decoded) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("time", decoded.timestamp().toString());
        fields.put("datacenter", decoded.datacenter());
        if (!layout.fixedFields().isEmpty()) {
            fields.put("fixedFields", layout.fixedValues(decoded.datacenter()));
        }
        fields.put("worker", decoded.worker());
        fields.put("sequence", decoded.sequence());
        fields.put("gene", decoded.gene());
        return fields;
    }
}
