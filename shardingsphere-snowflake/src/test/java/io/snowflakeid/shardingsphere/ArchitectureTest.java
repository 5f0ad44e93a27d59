package io.snowflakeid.shardingsphere;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.snowflakeid.shardingsphere", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule KNOWS_CORE_SHARDINGSPHERE_AND_THE_JDK = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.jspecify.annotations..",
                    "io.snowflakeid",
                    "io.snowflakeid.generator",
                    "io.snowflakeid.ledger",
                    "io.snowflakeid.shardingsphere..",
                    "org.apache.shardingsphere..")
            .because("applications add this module to ShardingSphere, and it must bring nothing else along");
}
