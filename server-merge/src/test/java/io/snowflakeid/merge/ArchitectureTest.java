package io.snowflakeid.merge;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.LinkedHashMap;
import java.util.Map;

@AnalyzeClasses(packages = "io.snowflakeid.merge", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    /** Each room, and those that may know it; the lowest ones all may. */
    private static final String KNOWN_BY = """
            cli:
            entry: cli
            planning: entry
            verify: entry
            where: entry
            report: entry
            copy: entry, verify, where, report
            h2:
            rows: planning, copy, verify, where
            """;

    /** The lowest rooms, and those that they may know. */
    private static final String KNOWS = """
            plan: config, catalog, result
            config: sql, result
            sql: catalog, result
            catalog: result
            result:
            """;

    @ArchTest
    static void arrowsLeadDownward(JavaClasses classes) {
        LayeredArchitecture rooms = layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (String room : table(KNOWN_BY + KNOWS).keySet()) {
            rooms = rooms.layer(room).definedBy("io.snowflakeid.merge" + (room.equals("entry") ? "" : "." + room));
        }
        for (Map.Entry<String, String[]> room : table(KNOWN_BY).entrySet()) {
            String[] others = room.getValue();
            rooms = others.length == 0
                    ? rooms.whereLayer(room.getKey()).mayNotBeAccessedByAnyLayer()
                    : rooms.whereLayer(room.getKey()).mayOnlyBeAccessedByLayers(others);
        }
        for (Map.Entry<String, String[]> room : table(KNOWS).entrySet()) {
            String[] others = room.getValue();
            rooms = others.length == 0
                    ? rooms.whereLayer(room.getKey()).mayNotAccessAnyLayer()
                    : rooms.whereLayer(room.getKey()).mayOnlyAccessLayers(others);
        }
        rooms.because(
                        "a room knows those below it alone: commands; the entry; what plans, copies, verifies, reports; which rows go where;"
                                + " SQL and plans; definitions")
                .check(classes);
    }

    private static Map<String, String[]> table(String text) {
        Map<String, String[]> table = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            String[] parts = line.split(":", 2);
            table.put(
                    parts[0],
                    parts[1].isBlank() ? new String[0] : parts[1].trim().split(", ", -1));
        });
        return table;
    }
}
