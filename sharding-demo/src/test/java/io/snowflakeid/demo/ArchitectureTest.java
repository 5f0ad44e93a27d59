package io.snowflakeid.demo;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.snowflakeid.merge.MergePlanned;
import io.snowflakeid.merge.ServerMerge;

/** The demo and its dependencies: core, adapters, command line, server-merge. */
@AnalyzeClasses(
        packages = "io.snowflakeid",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.WithoutTestJars.class})
class ArchitectureTest {

    static final class WithoutTestJars implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    @ArchTest
    static final ArchRule NO_PACKAGE_NEEDS_ITSELF = slices().matching("io.snowflakeid.(**)")
            .should()
            .beFreeOfCycles()
            .ignoreDependency(belongToAnyOf(ServerMerge.class, MergePlanned.class), alwaysTrue())
            .because("a reader must be able to read one package before the next; server-merge's entry stands beside the"
                    + " types of its answers, which the packages below it use");
}
