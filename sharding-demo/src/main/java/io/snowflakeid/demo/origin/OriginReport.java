package io.snowflakeid.demo.origin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was found out about a column, for people and for programs.
 *
 * @param column name and type
 * @param sample what was read
 * @param hint what would make the evidence better, or null
 */
public record OriginReport(
        String column,
        Sample sample,
        Origin origin,
        NewIds ours,
        @Nullable String hint) {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    // ---- for people

    /** Prints it as text. */
    public void print(PrintWriter out) {
        out.println(column);
        out.println("read: " + Words.count(sample.rows().size(), "row") + " at "
                + Words.count(sample.runs().size(), "place") + " of the index" + rows());
        for (Part part : origin.parts()) {
            out.println();
            out.println("from " + part.least() + " to " + part.largest() + ", "
                    + Words.count(part.ids(), "different id") + " read, may have been made by");
            print(out, part);
        }
        if (origin.unreadable() > 0) {
            out.println();
            out.println(
                    Words.count(origin.unreadable(), "sampled id") + " such as '" + origin.example()
                            + "' are neither positive 64-bit numbers nor UUIDs nor ObjectIds; numbers in other text forms: --format");
        }
        if (!origin.parts().isEmpty()) {
            out.println();
            out.println("None of this is certain: ids of one layout may look like another's.");
        }
        if (hint != null) {
            out.println(hint);
        }
        out.println();
        out.println("Ours: " + ours.start());
        ours.sentences().forEach(sentence -> out.println("  " + sentence));
        out.flush();
    }

    private String rows() {
        Long rows = sample.estimatedRows();
        return rows == null
                ? ""
                : rows <= sample.rows().size()
                        ? "; that is all"
                        : "; the database guesses " + Words.grouped(rows) + " rows";
    }

    private static void print(PrintWriter out, Part part) {
        for (Candidate candidate : part.candidates()) {
            out.println("  " + padded(candidate.strength()) + candidate.makers()
                    + (candidate.layout() == null
                            ? ""
                            : "  (" + candidate.layout().layout().spec() + ")"));
            candidate.reasons().forEach(reason -> out.println("          " + reason));
        }
        if (part.candidates().isEmpty()) {
            out.println("  nobody that is known here");
        }
        if (!part.contradicted().isEmpty()) {
            out.println("  contradicted by the rows' time of creation: " + String.join("; ", part.contradicted()));
        }
    }

    private static String padded(Candidate.Strength strength) {
        return String.format(Locale.ROOT, "%-8s", strength.name().toLowerCase(Locale.ROOT));
    }

    // ---- for programs

    /** The same as JSON; ids are texts, as numbers of that size are rounded by some readers. */
    public String json() {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("column", column);
        report.put("rowsRead", sample.rows().size());
        report.put("estimatedRows", sample.estimatedRows());
        report.put("largest", origin.largest() == null ? null : origin.largest().toString());
        report.put("parts", origin.parts().stream().map(OriginReport::asMap).toList());
        report.put("unreadable", origin.unreadable());
        Map<String, Object> start = new LinkedHashMap<>();
        start.put("layout", ours.layout().spec());
        start.put("first", String.valueOf(ours.first()));
        start.put("above", ours.areAbove());
        start.put("proof", ours.proof().name().toLowerCase(Locale.ROOT));
        start.put("sentences", ours.sentences());
        report.put("ours", start);
        try {
            return JSON.writeValueAsString(report);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the report cannot be written as JSON", e);
        }
    }

    private static Map<String, Object> asMap(Part part) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("least", part.least());
        map.put("largest", part.largest());
        map.put("ids", part.ids());
        map.put(
                "candidates",
                part.candidates().stream().map(OriginReport::asMap).toList());
        map.put("contradicted", part.contradicted());
        return map;
    }

    private static Map<String, Object> asMap(Candidate candidate) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("evidence", candidate.strength().name().toLowerCase(Locale.ROOT));
        map.put("makers", candidate.makers());
        map.put(
                "layout",
                candidate.layout() == null ? null : candidate.layout().layout().spec());
        map.put("first", candidate.first() == null ? null : candidate.first().toString());
        map.put("last", candidate.last() == null ? null : candidate.last().toString());
        map.put("workers", candidate.workers());
        map.put("reasons", List.copyOf(candidate.reasons()));
        return map;
    }
}
