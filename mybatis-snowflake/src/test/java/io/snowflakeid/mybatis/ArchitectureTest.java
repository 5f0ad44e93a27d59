package io.snowflakeid.mybatis;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.snowflakeid.mybatis", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule KNOWS_CORE_MYBATIS_AND_THE_JDK_ALONE = classes()
            .that()
            .resideInAPackage("io.snowflakeid.mybatis")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.snowflakeid",
                    "io.snowflakeid.ledger",
                    "io.snowflakeid.mybatis",
                    "org.apache.ibatis..",
                    "java..",
                    "javax.sql..",
                    "org.jspecify.annotations")
            .because("an application with MyBatis alone must not need Hibernate or any other adapter on its class path:"
                    + " what belongs to all adapters goes to core, and a sister annotation is known by its name");

    @ArchTest
    static final ArchRule ONE_PACKAGE_ALONE_KNOWS_MYBATIS_PLUS_AND_NO_OTHER_NEEDS_IT = classes()
            .that()
            .resideInAPackage("io.snowflakeid.mybatis.plus")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.snowflakeid",
                    "io.snowflakeid.mybatis",
                    "io.snowflakeid.mybatis.plus",
                    "com.baomidou.mybatisplus..",
                    "org.apache.ibatis..",
                    "java..",
                    "org.jspecify.annotations")
            .because("MyBatis-Plus is optional");
}
