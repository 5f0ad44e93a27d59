package io.snowflakeid.demo.chaos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Processes that cannot be told apart from inside: each is process 1, on the same host, with the same network cards. */
final class LookAlikes {

    /** Ends the process with itself, so that a kill of the one is a kill of both. */
    static final List<String> LAUNCHER =
            List.of("unshare", "--map-root-user", "--pid", "--fork", "--mount-proc", "--kill-child");

    private static final long SECONDS_ALLOWED = 10;

    private LookAlikes() {}

    /** Tries it out. */
    static Optional<String> whyImpossible() {
        List<String> command = new ArrayList<>(LAUNCHER);
        command.addAll(List.of("sh", "-c", "echo $$"));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            boolean ended = process.waitFor(SECONDS_ALLOWED, TimeUnit.SECONDS);
            return ended && said.equals("1") ? Optional.empty() : Optional.of("unshare said: " + said);
        } catch (IOException e) {
            return Optional.of("there is no program 'unshare', which Linux has");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted while unshare was tried");
        }
    }
}
