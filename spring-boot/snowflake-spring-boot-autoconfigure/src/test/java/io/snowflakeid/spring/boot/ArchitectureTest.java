package io.snowflakeid.spring.boot;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.snowflakeid.spring.boot", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule NO_PACKAGE_NEEDS_ITSELF = slices().matching("io.snowflakeid.spring.(**)")
            .should()
            .beFreeOfCycles()
            .because("monitoring and Spring Data need the generator, which works without them");
}
