package io.snowflakeid.spring.boot.actuate;

import io.snowflakeid.DecodedId;
import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a text may mean as an id: in every form in which ids are written, under every generator's layout. */
final class IdReadings {

    private static final List<IdFormat> FORMATS = List.of(IdFormat.values());

    private IdReadings() {}

    /**
     * One entry for each id that the text may be.
     *
     * @throws IllegalArgumentException if it is none in any form and layout, saying why for each
     */
    static List<Map<String, Object>> of(String text, List<WatchedGenerator> generators) {
        List<String> refusals = new ArrayList<>();
        List<Map<String, Object>> readings = new ArrayList<>();
        formsById(text, refusals).forEach((id, forms) -> {
            Map<String, Object> fields = fields(id, generators, refusals);
            if (!fields.isEmpty()) {
                Map<String, Object> reading = new LinkedHashMap<>();
                reading.put("id", Long.toString(id));
                reading.put("formats", forms);
                reading.put("generators", fields);
                readings.add(reading);
            }
        });
        if (readings.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", refusals));
        }
        return readings;
    }

    private static Map<Long, List<String>> formsById(String text, List<String> refusals) {
        Map<Long, List<String>> forms = new LinkedHashMap<>();
        for (IdFormat format : FORMATS) {
            try {
                forms.computeIfAbsent(format.parse(text), id -> new ArrayList<>())
                        .add(format.toString());
            } catch (IllegalArgumentException e) {
                refusals.add(e.getMessage());
            }
        }
        return forms;
    }

    /** By the names of the generators that have such ids. */
    private static Map<String, Object> fields(long id, List<WatchedGenerator> generators, List<String> refusals) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (WatchedGenerator generator : generators) {
            SnowflakeLayout layout = generator.ids().layout();
            try {
                fields.put(generator.name(), fields(layout, layout.decode(id)));
            } catch (IllegalArgumentException e) {
                refusals.add(e.getMessage());
            }
        }
        return fields;
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
