package io.snowflakeid.merge.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowflakeid.commandline.Page;
import io.snowflakeid.commandline.PrivateFile;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.copy.AuditTables;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.result.Finding;
import io.snowflakeid.merge.result.Finding.Severity;
import io.snowflakeid.merge.sql.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes a report about the plan, the execution and the verification of a merge, as {@code report.json} and {@code report.html}. The HTML page shows
 * the data of {@code report.json} and needs no other file. All times in the report are in UTC.
 */
public final class MergeReport {

    /** The version of the report format, which increases when a field is removed or gets a new meaning. */
    private static final int VERSION = 3;

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String RUN = """
            SELECT state AS "state", program AS "program", started_at AS "startedAt", finished_at AS "finishedAt" FROM {run}""";

    /** The queries for the lists in {@code report.json}, by the name of the list. */
    private static final Map<String, String> LISTS = Map.of("steps", """
            SELECT name AS "name", done_rows AS "rows", millis AS "millis" FROM {step} ORDER BY done_at, name""", "copies", """
            SELECT table_name AS "table", source AS "source", COALESCE(SUM(done_rows), 0) AS "rows",
                COALESCE(SUM(millis), 0) AS "millis"
            FROM {span} GROUP BY table_name, source ORDER BY table_name, source""", "checks", """
            SELECT table_name AS "table", source AS "source", expected_rows AS "expectedRows", expected_hash AS "expectedHash",
                found_rows AS "foundRows", found_hash AS "foundHash", fine = 1 AS "fine", millis AS "millis"
            FROM {check} ORDER BY table_name, source""");

    private MergeReport() {}

    /**
     * Writes {@code report.json} and {@code report.html}, and replaces existing files.
     *
     * @param folder the folder for the report, which is created if it does not exist
     * @param run the content of the audit tables, as returned by {@link #run}
     * @return the path of {@code report.html}
     */
    public static Path write(Path folder, PlanFile file, ObjectNode run) throws IOException {
        ObjectNode report =
                of(file, run, Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        Files.createDirectories(folder.toAbsolutePath());
        PrivateFile.write(folder.resolve("report.json"), report.toPrettyString() + "\n");
        return PrivateFile.write(folder.resolve("report.html"), page(report));
    }

    static String page(ObjectNode report) throws IOException {
        return Page.html(report, MergeReport.class, "report.ftl");
    }

    static ObjectNode of(PlanFile file, ObjectNode run, String writtenAt) {
        List<String> failures = failures(file.plan(), run);
        ObjectNode tree = JSON.createObjectNode()
                .put("version", VERSION)
                .put("writtenAt", writtenAt)
                .put("file", file.path().toString())
                .put("hash", file.hash())
                .put("fine", failures.isEmpty());
        tree.set("failures", JSON.valueToTree(failures));
        tree.set("notProved", JSON.valueToTree(file.plan().notProved()));
        tree.set("plan", planTree(file.plan()));
        return tree.set("run", run);
    }

    private static List<String> failures(MergePlan plan, ObjectNode run) {
        List<String> failures = new ArrayList<>();
        plan.findings().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .collect(Collectors.groupingBy(Finding::code, Collectors.counting()))
                .forEach((code, number) -> failures.add("the plan has errors of code " + code + ": " + number));
        notDone(run).ifPresent(failures::add);
        for (JsonNode check : run.path("checks")) {
            if (!check.path("fine").booleanValue()) {
                int source = check.path("source").intValue();
                String from = source == 0 ? "" : " from " + plan.source(source).alias();
                failures.add("table " + check.path("table").textValue() + from + " is not as planned");
            }
        }
        run.path("faults").forEach(fault -> failures.add(fault.textValue()));
        return failures;
    }

    private static Optional<String> notDone(ObjectNode run) {
        return switch (run.path("state").textValue()) {
            case "not begun" -> Optional.of("the plan was not carried out yet");
            case "finished" ->
                run.path("checks").isEmpty() ? Optional.of("the target was not verified yet") : Optional.empty();
            default -> Optional.of("the run is not finished: run it again, it continues");
        };
    }

    /** Returns the parts of the plan that the report shows. */
    private static ObjectNode planTree(MergePlan plan) {
        ObjectNode tree = JSON.valueToTree(plan);
        tree.remove(List.of("version", "targetCharset", "targetCollation", "leftOut", "triggers", "views"));
        ((ObjectNode) tree.path("server")).retain("url");
        tree.path("tables").forEach(table -> {
            ((ObjectNode) table).retain("name", "tableClass", "where", "rows");
            table.path("rows").forEach(rows -> ((ObjectNode) rows).retain("source", "total", "copied"));
        });
        plan.references()
                .forEach(each -> name(tree.path("references"), plan.references().indexOf(each), each.name()));
        plan.uniques().forEach(each -> name(tree.path("uniques"), each.number() - 1, each.name()));
        return tree;
    }

    private static void name(JsonNode list, int number, String name) {
        ((ObjectNode) list.path(number)).put("name", name);
    }

    /** Reads the execution state of a plan from the audit tables of the target. */
    public static ObjectNode run(PlanFile file, @Nullable String password) throws SQLException {
        MergePlan plan = file.plan();
        try (Server server = plan.server().connect(password, 1, plan.plannedAt(), true);
                Connection session = server.session()) {
            AuditTables audit = new AuditTables(server.dialect(), plan.target());
            boolean begun =
                    audit.runOf(session, file, "name the plan that was run").isPresent();
            return begun ? run(session, audit) : notBegun();
        }
    }

    static ObjectNode notBegun() {
        ObjectNode run = JSON.createObjectNode().put("state", "not begun");
        List.of("program", "startedAt", "finishedAt").forEach(run::putNull);
        List.of("steps", "copies", "checks", "faults").forEach(run::putArray);
        return run;
    }

    private static ObjectNode run(Connection session, AuditTables audit) throws SQLException {
        ObjectNode run = notBegun();
        run.setAll((ObjectNode) rows(session, audit.sql(RUN)).path(0));
        for (Map.Entry<String, String> list : LISTS.entrySet()) {
            run.set(list.getKey(), rows(session, audit.sql(list.getValue())));
        }
        run.path("checks")
                .forEach(check ->
                        ((ObjectNode) check).put("fine", check.path("fine").asBoolean()));
        String faults = audit.sql("SELECT fault FROM {fault} ORDER BY number");
        return run.set("faults", JSON.valueToTree(Sql.list(session, faults, row -> row.getString(1))));
    }

    /** Returns the rows of a query as an array of JSON objects. */
    private static JsonNode rows(Connection session, String query) throws SQLException {
        return JSON.valueToTree(Sql.list(session, query, row -> {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                Object value = row.getObject(i);
                if (value instanceof Number) {
                    value = row.getLong(i); // a sum is a decimal number, which JSON could show as 1E+2
                } else if (!(value instanceof Boolean)) {
                    value = row.getString(i);
                }
                fields.put(row.getMetaData().getColumnLabel(i), value);
            }
            return fields;
        }));
    }
}
