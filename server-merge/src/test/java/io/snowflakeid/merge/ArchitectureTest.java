package io.snowflakeid.merge;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.snowflakeid.merge", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    /** Each room, and those that know it. */
    @ArchTest
    static final ArchRule ARROWS_LEAD_DOWNWARD = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("command line")
            .definedBy("..merge.cli")
            .layer("planning")
            .definedBy("..merge.planning")
            .layer("names")
            .definedBy("..merge.planning.names")
            .layer("ids")
            .definedBy("..merge.planning.ids")
            .layer("references")
            .definedBy("..merge.planning.references")
            .layer("definitions")
            .definedBy("..merge.planning.definitions")
            .layer("draft")
            .definedBy("..merge.planning.draft")
            .layer("verify")
            .definedBy("..merge.verify")
            .layer("where")
            .definedBy("..merge.where")
            .layer("copy")
            .definedBy("..merge.copy")
            .layer("report")
            .definedBy("..merge.report")
            .layer("rows")
            .definedBy("..merge.rows")
            .layer("h2")
            .definedBy("..merge.h2")
            .layer("sql")
            .definedBy("..merge.sql")
            .layer("plan")
            .definedBy("..merge.plan")
            .layer("config")
            .definedBy("..merge.config")
            .layer("output")
            .definedBy("..merge.output")
            .layer("catalog")
            .definedBy("..merge.catalog")
            .whereLayer("command line")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("planning")
            .mayOnlyBeAccessedByLayers("command line")
            .whereLayer("names")
            .mayOnlyBeAccessedByLayers("planning")
            .whereLayer("ids")
            .mayOnlyBeAccessedByLayers("planning", "names")
            .whereLayer("references")
            .mayOnlyBeAccessedByLayers("planning", "ids")
            .whereLayer("definitions")
            .mayOnlyBeAccessedByLayers("planning")
            .whereLayer("draft")
            .mayOnlyBeAccessedByLayers("planning", "names", "ids", "references")
            .whereLayer("verify")
            .mayOnlyBeAccessedByLayers("command line")
            .whereLayer("where")
            .mayOnlyBeAccessedByLayers("command line")
            .whereLayer("report")
            .mayOnlyBeAccessedByLayers("command line")
            .whereLayer("copy")
            .mayOnlyBeAccessedByLayers("command line", "verify", "where")
            .whereLayer("h2")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("rows")
            .mayOnlyBeAccessedByLayers(
                    "command line", "planning", "names", "ids", "references", "draft", "copy", "verify", "where")
            .whereLayer("plan")
            .mayOnlyAccessLayers("config", "catalog", "output")
            .whereLayer("config")
            .mayOnlyAccessLayers("sql", "output")
            .whereLayer("sql")
            .mayOnlyAccessLayers("catalog")
            .whereLayer("catalog")
            .mayNotAccessAnyLayer()
            .whereLayer("output")
            .mayNotAccessAnyLayer()
            .because(
                    "a room knows those below it alone: commands; what plans, copies, verifies, reports; which rows go where;"
                            + " SQL and plans; definitions");
}
