package io.snowflakeid.testing.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;

class ReaperImageTest {

    @Test
    void isTheOneThatTestcontainersStarts() throws IOException {
        try (InputStream code =
                DockerClientFactory.class.getResourceAsStream("/org/testcontainers/utility/RyukContainer.class")) {
            assertThat(new String(code.readAllBytes(), StandardCharsets.ISO_8859_1))
                    .contains(Containers.REAPER_IMAGE);
        }
    }
}
