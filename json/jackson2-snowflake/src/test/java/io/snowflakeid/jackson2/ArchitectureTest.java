package io.snowflakeid.jackson2;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.snowflakeid.jackson2", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule KNOWS_CORE_JACKSON_AND_THE_JDK_ALONE = classes()
            .that()
            .doNotHaveSimpleName("SnowflakeModelConverter")
            .and()
            .haveNameNotMatching(".*\\.SnowflakeModelConverter\\$.*")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.snowflakeid",
                    "io.snowflakeid.jackson2",
                    "io.snowflakeid.json",
                    "com.fasterxml.jackson..",
                    "java..",
                    "org.jspecify.annotations")
            .because(
                    "marks of Hibernate, MyBatis and of the user are known by the mark that they bear, not by their names");

    @ArchTest
    static final ArchRule ONE_CLASS_ALONE_KNOWS_SWAGGER_AND_NO_OTHER_NEEDS_IT = classes()
            .that()
            .haveSimpleName("SnowflakeModelConverter")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.snowflakeid",
                    "io.snowflakeid.jackson2",
                    "io.snowflakeid.json",
                    "io.swagger.v3..",
                    "com.fasterxml.jackson..",
                    "java..",
                    "org.jspecify.annotations")
            .because("swagger-core is optional");

    @ArchTest
    static final ArchRule THE_MODULE_ALONE_IS_PUBLIC = classes()
            .that()
            .arePublic()
            .should()
            .haveNameMatching("io\\.snowflakeid\\.jackson2\\.(SnowflakeModule|SnowflakeModelConverter)")
            .because("a mapper or swagger-core that uses it needs nothing else");
}
