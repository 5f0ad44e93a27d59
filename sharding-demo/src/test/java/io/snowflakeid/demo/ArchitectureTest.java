package io.snowflakeid.demo;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

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

    /** A slice is one package; a pattern of packages would leave out the root package. */
    static final class Packages implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
            return SliceIdentifier.of(javaClass.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }

    @ArchTest
    static final ArchRule NO_PACKAGE_NEEDS_ITSELF = slices().assignedFrom(new Packages())
            .should()
            .beFreeOfCycles()
            .because("a reader must be able to read one package before the next");
}
