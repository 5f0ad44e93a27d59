package io.snowflakeid.segment;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.snowflakeid.segment", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule KNOWS_CORE_AND_THE_JDK_ALONE = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.snowflakeid",
                    "io.snowflakeid.column",
                    "io.snowflakeid.internal",
                    "io.snowflakeid.internal.jdbc",
                    "io.snowflakeid.ledger.spi",
                    "io.snowflakeid.segment",
                    "java..",
                    "javax.sql..",
                    "org.jspecify.annotations")
            .because("numbers must not need any framework, pool or driver on the class path");
}
