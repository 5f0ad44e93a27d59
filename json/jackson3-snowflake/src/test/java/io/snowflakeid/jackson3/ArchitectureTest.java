package io.snowflakeid.jackson3;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.snowflakeid.jackson3", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule KNOWS_CORE_JACKSON_AND_THE_JDK_ALONE = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.snowflakeid",
                    "io.snowflakeid.jackson3",
                    "io.snowflakeid.json",
                    "com.fasterxml.jackson.annotation..",
                    "tools.jackson..",
                    "java..",
                    "org.jspecify.annotations")
            .because(
                    "marks of Hibernate, MyBatis and of the user are known by the mark that they bear, not by their names");

    @ArchTest
    static final ArchRule THE_MODULE_ALONE_IS_PUBLIC = classes()
            .that()
            .arePublic()
            .should()
            .haveNameMatching("io\\.snowflakeid\\.jackson3\\.SnowflakeModule")
            .because("a mapper that uses it needs nothing else");
}
