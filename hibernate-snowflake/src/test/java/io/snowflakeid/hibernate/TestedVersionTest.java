package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.hibernate.Version;
import org.junit.jupiter.api.Test;

/** Checks that the version matrix runs these classes with the declared version of Hibernate. */
class TestedVersionTest {

    @Test
    void theClassesUnderTestAreThoseThatTheBuildNames() throws Exception {
        Path tested = Path.of(System.getProperty("snowflake.tested.classes"));
        Path loaded = Path.of(EntityIdGenerator.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        assertThat(loaded.toRealPath()).isEqualTo(tested.toRealPath());
    }

    @Test
    void hibernateIsTheVersionThatTheBuildNames() {
        assertThat(Version.getVersionString()).isEqualTo(System.getProperty("snowflake.tested.hibernate"));
    }
}
