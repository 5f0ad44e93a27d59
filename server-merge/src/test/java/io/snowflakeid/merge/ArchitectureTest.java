package io.snowflakeid.merge;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
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
            plan: config, catalog, words
            config: sql, words
            sql: catalog, words
            catalog: words
            words:
            """;

    /** The root package is the top, what programs call, and the bottom, the words in which it answers. */
    private static final DescribedPredicate<JavaClass> ENTRY = belongToAnyOf(ServerMerge.class, MergePlanned.class);

    private static final DescribedPredicate<JavaClass> WORDS =
            resideInAPackage(ServerMerge.class.getPackageName()).and(not(ENTRY));

    @ArchTest
    static void arrowsLeadDownward(JavaClasses classes) {
        LayeredArchitecture rooms = layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (String room : table(KNOWN_BY + KNOWS).keySet()) {
            rooms = room.equals("entry") || room.equals("words")
                    ? rooms.layer(room).definedBy(room.equals("entry") ? ENTRY : WORDS)
                    : rooms.layer(room).definedBy("..merge." + room);
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
