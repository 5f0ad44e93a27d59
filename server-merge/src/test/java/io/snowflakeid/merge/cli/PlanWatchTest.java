package io.snowflakeid.merge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.report.RunRecord;
import io.snowflakeid.merge.run.RowFate;
import io.snowflakeid.merge.run.VerificationResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A command that plans each time its configuration is saved. */
@Timeout(60)
class PlanWatchTest {

    @TempDir
    private Path folder;

    private Path config;
    private final BlockingQueue<String> planned = new LinkedBlockingQueue<>();
    private final CompletableFuture<CommandLineRun> ended = new CompletableFuture<>();
    private Thread command;

    @BeforeEach
    void begin() throws IOException {
        config = folder.resolve("merge.yaml");
        save("target: first\n");
        command = new Thread(() -> ended.complete(CommandLineRun.of(
                new Targets(),
                "plan",
                "--watch",
                "--config",
                config.toString(),
                "--out",
                folder.resolve("plan.json").toString())));
        command.start();
    }

    @AfterEach
    void end() throws InterruptedException {
        command.interrupt();
        command.join();
    }

    private void save(String target) throws IOException {
        Files.writeString(config, "server: { url: \"jdbc:h2:mem:x\" }\nsources: { s1: a, s2: b }\n" + target);
    }

    /** Tells which targets were asked for. */
    private final class Targets implements MergeEngine {

        private final PreparedEngine prepared = new PreparedEngine();

        @Override
        public PlanFile plan(MergeConfig wanted, Path out, MergeProgress.Listener progress)
                throws SQLException, IOException, InterruptedException {
            planned.add(wanted.target());
            if (wanted.target().equals("unreachable")) {
                throw new SQLException("no route to host", "08001");
            }
            if (wanted.target().equals("faulty")) {
                throw new IllegalStateException("a fault of the program");
            }
            return prepared.plan(wanted, out, progress);
        }

        @Override
        public List<String> suggest(MergeConfig wanted, MergeProgress.Listener progress) {
            throw new AssertionError("suggest");
        }

        @Override
        public void run(PlanFile plan, MergeProgress.Listener progress) {
            throw new AssertionError("run");
        }

        @Override
        public VerificationResult verify(PlanFile plan, int sessions, MergeProgress.Listener progress) {
            throw new AssertionError("verify");
        }

        @Override
        public RowFate where(PlanFile plan, String alias, String table, List<String> id) {
            throw new AssertionError("where");
        }

        @Override
        public RunRecord outcome(PlanFile plan) {
            throw new AssertionError("outcome");
        }
    }

    private String nextPlanned() throws InterruptedException {
        return planned.poll(30, TimeUnit.SECONDS);
    }

    @Test
    void eachSavedConfigurationIsPlannedOnce() throws Exception {
        assertThat(nextPlanned()).isEqualTo("first");
        save("target: second\n");
        assertThat(nextPlanned()).isEqualTo("second");
        assertThat(planned.poll(1, TimeUnit.SECONDS)).isNull();
    }

    /** As an editor saves that does not want to lose a file: the new one takes the place of the old one. */
    @Test
    void aFileThatIsReplacedIsPlanned() throws Exception {
        assertThat(nextPlanned()).isEqualTo("first");
        byte[] first = Files.readAllBytes(config);
        Files.delete(config);
        assertThat(planned.poll(1, TimeUnit.SECONDS)).isNull();
        Path other = Files.write(folder.resolve("merge.yaml~"), first);
        Files.writeString(other, Files.readString(other).replace("first", "third"));
        Files.move(other, config, StandardCopyOption.ATOMIC_MOVE);

        assertThat(nextPlanned()).isEqualTo("third");
    }

    @Test
    void whatIsWrongIsToldAndTheNextOneIsPlanned() throws Exception {
        assertThat(nextPlanned()).isEqualTo("first");
        save("targets: typing_error\n");
        assertThat(planned.poll(1, TimeUnit.SECONDS)).isNull();
        save("target: unreachable\n");
        assertThat(nextPlanned()).isEqualTo("unreachable");
        save("target: fourth\n");
        assertThat(nextPlanned()).isEqualTo("fourth");
        assertThat(planned.poll(1, TimeUnit.SECONDS)).isNull();
        command.interrupt();

        CommandLineRun run = ended.get();
        run.err()
                .containsSubsequence(
                        "waiting until " + config + " is saved; Ctrl-C ends\n",
                        "error: ",
                        "targets",
                        "waiting",
                        "error: ",
                        "no route to host",
                        "waiting",
                        "waiting",
                        "interrupted");
        run.out()
                .containsSubsequence("plan.json: 2 sources", "plan.json: 2 sources")
                .doesNotContain("waiting");
    }

    @Test
    void aFaultOfTheProgramEndsIt() throws Exception {
        assertThat(nextPlanned()).isEqualTo("first");
        save("target: faulty\n");

        ended.get().exitsWith(5).err().contains("a fault of the program");
    }
}
