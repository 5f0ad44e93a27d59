package io.snowflakeid.merge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.config.ConfigReader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SampleConfigTest {

    @Test
    void theSampleThatIsShippedCanBeRead() {
        for (String name : new String[] {"sample/start.yaml", "sample/merge.yaml"}) {
            assertThat(ConfigReader.read(Path.of(name)).sources()).containsKeys("s1", "s2", "s3");
        }
    }
}
