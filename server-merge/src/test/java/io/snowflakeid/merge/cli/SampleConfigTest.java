package io.snowflakeid.merge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.config.ConfigReader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SampleConfigTest {

    @Test
    void theSampleThatIsShippedCanBeRead() {
        assertThat(ConfigReader.read(Path.of("sample/merge.yaml")).sources()).containsKeys("s1", "s2", "s3");
    }
}
