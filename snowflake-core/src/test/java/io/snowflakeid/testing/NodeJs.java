package io.snowflakeid.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.testing.servers.Required;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The real Node.js that tests run scripts in, looked for once per JVM; where there is none, they are skipped, aloud, or fail with
 * {@code -Drequired=node}.
 */
public final class NodeJs {

    private NodeJs() {}

    private static final class Found {
        static final boolean NODE = answers();
    }

    /** Runs a script on what is passed to it, and returns what it prints. */
    public static String run(String script, String input) {
        if (!Found.NODE) {
            throw Required.missing("node", "no Node.js for this test: install it, so that 'node --version' answers");
        }
        try {
            Process node = new ProcessBuilder("node", "-e", script)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (var stdin = node.getOutputStream()) {
                stdin.write(input.getBytes(StandardCharsets.UTF_8));
            }
            String output = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(node.waitFor()).as("exit code of node -e '%s'", script).isZero();
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while node ran", e);
        }
    }

    private static boolean answers() {
        try {
            Process version = new ProcessBuilder("node", "--version")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return version.waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while node was looked for", e);
        }
    }
}
