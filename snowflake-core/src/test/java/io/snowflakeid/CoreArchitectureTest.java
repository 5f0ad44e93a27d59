package io.snowflakeid;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.conditions.ArchConditions.haveRawType;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

@AnalyzeClasses(
        packages = "io.snowflakeid",
        importOptions = {ImportOption.DoNotIncludeTests.class, CoreArchitectureTest.WithoutTheFixture.class})
class CoreArchitectureTest {

    /** What tests share is packed as other modules are, though only tests use it. */
    static final class WithoutTheFixture implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/io/snowflakeid/testing/");
        }
    }

    @ArchTest
    static final ArchRule CORE_NEEDS_THE_JDK_ALONE = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.snowflakeid",
                    "io.snowflakeid.column",
                    "io.snowflakeid.generator",
                    "io.snowflakeid.internal",
                    "io.snowflakeid.internal.jdbc",
                    "io.snowflakeid.ledger",
                    "io.snowflakeid.ledger.spi",
                    "java..",
                    "javax.sql..",
                    "org.jspecify..")
            .because("ids must be available without any framework; adapters know the core, never the reverse");

    @ArchTest
    static final ArchRule LEDGERS_ARE_KNOWN_BY_THEIR_INTERFACE = noClasses()
            .that()
            .resideInAnyPackage("io.snowflakeid", "io.snowflakeid.generator")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.snowflakeid.ledger..")
            .because(
                    "a generator must run on any ledger, so it may not know one of them; pass what it needs through WorkerLedger");

    @ArchTest
    static final ArchRule NOTHING_STATIC_IS_ASSIGNED_ANEW =
            fields().that().areStatic().should().beFinal().because("two generators in one JVM must not meet");

    @ArchTest
    static final ArchRule THE_CLAIM_IS_THE_ONLY_SHARED_STATE = noFields()
            .that()
            .areDeclaredInClassesThat()
            .haveNameNotMatching(".*\\.(FixedWorkerLedger|WindowFile|ConfiguredGenerator)")
            .and()
            .areStatic()
            .should(haveRawType(assignableTo(Map.class)
                    .or(assignableTo(Collection.class))
                    .or(resideInAPackage("java.util.concurrent.atomic").and(not(type(AtomicLongFieldUpdater.class))))))
            .because(
                    "two generators in one JVM must not meet; only the claim on a fixed worker, the locks on its file, and the"
                            + " generators that adapters share are the whole process's business");

    @ArchTest
    static final ArchRule LINES_REACH_THE_APPLICATIONS_LOG = noClasses()
            .that()
            .doNotHaveSimpleName("ApplicationLog")
            .should()
            .callMethod(System.class, "getLogger", String.class)
            .because("in an executable jar the JDK does not find the application's log; use ApplicationLog");

    @ArchTest
    static final ArchRule TIME_COMES_FROM_OUTSIDE = noClasses()
            .that()
            .resideInAnyPackage("io.snowflakeid", "io.snowflakeid.generator")
            .and()
            .doNotHaveSimpleName("SystemTime")
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .because("tests move the clock by hand; take a TimeSource");
}
