package io.snowflakeid.zookeeper;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.snowflakeid.zookeeper", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule KNOWS_CORE_CURATOR_AND_THE_JDK_ALONE = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.snowflakeid",
                    "io.snowflakeid.ledger..",
                    "io.snowflakeid.zookeeper",
                    "org.apache.curator.framework..",
                    "org.apache.zookeeper..",
                    "java..",
                    "org.jspecify.annotations")
            .because("a ledger must not need any framework on the class path");
}
