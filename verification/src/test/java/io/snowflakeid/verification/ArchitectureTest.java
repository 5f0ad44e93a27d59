package io.snowflakeid.verification;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.snowflakeid.verification", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule NO_PACKAGE_NEEDS_ITSELF = slices().matching("io.snowflakeid.verification.(*)..")
            .should()
            .beFreeOfCycles()
            .because("chaos needs makers, the benchmarks need performance, and no way leads back");
}
