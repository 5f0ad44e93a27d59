package io.snowflakeid.redis;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.snowflakeid.redis", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule KNOWS_CORE_ITS_CLIENTS_AND_THE_JDK_ALONE = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.snowflakeid",
                    "io.snowflakeid.ledger..",
                    "io.snowflakeid.redis",
                    "io.lettuce.core..",
                    "redis.clients.jedis..",
                    "java..",
                    "org.jspecify.annotations")
            .because("a ledger must not need any framework on the class path");

    @ArchTest
    static final ArchRule ONLY_THE_ADAPTERS_KNOW_A_CLIENT = noClasses()
            .that()
            .doNotHaveSimpleName("JedisScripts")
            .and()
            .doNotHaveSimpleName("LettuceScripts")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.lettuce..", "redis.clients..")
            .because("an application with one client must not need the other one");
}
