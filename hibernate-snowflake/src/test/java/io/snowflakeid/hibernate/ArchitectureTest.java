package io.snowflakeid.hibernate;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.snowflakeid.hibernate", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule KNOWS_CORE_AND_HIBERNATE_ONLY = classes()
            .that()
            .resideInAPackage("io.snowflakeid.hibernate..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.snowflakeid",
                    "io.snowflakeid.internal",
                    "io.snowflakeid.column",
                    "io.snowflakeid.ledger",
                    "io.snowflakeid.hibernate",
                    "org.hibernate..",
                    "jakarta.persistence..",
                    "org.jspecify..",
                    "java..",
                    "javax.sql..")
            .because("an application that uses Hibernate must not need MyBatis or another adapter:"
                    + " what two adapters share belongs into core");

    @ArchTest
    static final ArchRule FEW_PUBLIC_TYPES = classes()
            .that()
            .resideInAPackage("io.snowflakeid.hibernate..")
            .and()
            .arePublic()
            .and()
            .areTopLevelClasses()
            .should()
            .haveSimpleName("SnowflakeId")
            .orShould()
            .haveSimpleName("SnowflakeSettings")
            .orShould()
            .haveSimpleName("SnowflakeIntegrator")
            .orShould()
            .haveSimpleName("EntityIdGenerator")
            .orShould()
            .haveSimpleName("UnsafeColumnsException")
            .because(
                    "users write the annotation and the settings, and may catch the refusal of columns, Hibernate loads the generator and the integrator;"
                            + " all else may change freely");
}
