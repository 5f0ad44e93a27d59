package io.snowflakeid.merge;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.snowflakeid.merge", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule ARROWS_LEAD_DOWNWARD = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("command line")
            .definedBy("..merge.cli")
            .layer("planning")
            .definedBy("..merge.planning")
            .layer("run")
            .definedBy("..merge.run")
            .layer("report")
            .definedBy("..merge.report")
            .layer("sql")
            .definedBy("..merge.sql")
            .layer("h2")
            .definedBy("..merge.h2")
            .layer("plan")
            .definedBy("..merge.plan")
            .layer("schema")
            .definedBy("..merge.schema")
            .whereLayer("command line")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("planning")
            .mayOnlyBeAccessedByLayers("command line")
            .whereLayer("run")
            .mayOnlyBeAccessedByLayers("command line", "report")
            .whereLayer("report")
            .mayOnlyBeAccessedByLayers("command line")
            .whereLayer("h2")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("sql")
            .mayOnlyBeAccessedByLayers("command line", "planning", "run", "report", "h2")
            .whereLayer("plan")
            .mayOnlyBeAccessedByLayers("command line", "planning", "run", "report", "sql")
            .whereLayer("schema")
            .mayOnlyBeAccessedByLayers("planning", "run", "report", "sql", "h2", "plan")
            .because(
                    "a room knows those below it alone: commands, then what plans, runs, verifies and reports, then SQL, then"
                            + " plans, then definitions");
}
