package io.snowflakeid.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.commandline.Program;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.BufferedReader;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole program as a process on real MySQL, terminated during its work, as by Ctrl-C. */
@Tag("long")
class InterruptedDemoIT {

    private static final int TERMINATED = 128 + 15;

    @TempDir
    private Path folder;

    private List<TestDatabase> databases = List.of();

    @BeforeEach
    void createDatabases() throws SQLException {
        databases = DatabaseServer.mySqlOrMariaDb().newDatabases(4);
        for (TestDatabase database : databases) {
            database.execute("CREATE TABLE of_the_user (note VARCHAR(20))");
        }
    }

    @AfterEach
    void dropDatabases() throws SQLException {
        for (TestDatabase database : databases) {
            database.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "orders --orders 2000000, orders: create tables, 0",
        "orders --orders 2000000, orders: write orders, 3",
        "merge --players 12000, snowflakeid: 3 servers play, 0",
    })
    @Timeout(180)
    void leavesNoTableAndNoWriterWhenItIsTerminated(String command, String phase, int writersThen) throws Exception {
        Process demo = start(command);
        try (BufferedReader out = demo.inputReader(StandardCharsets.UTF_8)) {
            readUntil(out, phase);
            assertThat(tables()).contains("snowflake_worker");
            List<ProcessHandle> writers = demo.descendants().toList();
            assertThat(writers).hasSize(writersThen).allMatch(ProcessHandle::isAlive);
            demo.destroy();

            assertThat(demo.waitFor(60, TimeUnit.SECONDS))
                    .describedAs("has ended")
                    .isTrue();
            assertThat(demo.exitValue()).isEqualTo(TERMINATED);
            assertThat(tables()).containsOnly("of_the_user").hasSize(4);
            assertThat(writers).noneMatch(ProcessHandle::isAlive);
            assertThat(errors())
                    .isEqualToNormalizingNewlines("interrupted: the run has stopped, and its data is removed\n");
        } finally {
            demo.descendants().forEach(ProcessHandle::destroyForcibly);
            demo.destroyForcibly();
        }
    }

    private Process start(String command) throws Exception {
        List<String> line = Program.command(ShardingDemo.class);
        line.addAll(List.of(command.split(" ")));
        line.addAll(List.of("--mysql-user", databases.get(0).user(), "--report", folder.toString(), "--mysql"));
        line.add(databases.stream().map(TestDatabase::url).collect(Collectors.joining(",")));
        ProcessBuilder builder = new ProcessBuilder(line).redirectError(errorFile());
        builder.environment().put("MYSQL_PASSWORD", databases.get(0).password());
        return builder.start();
    }

    private File errorFile() {
        return folder.resolve("errors").toFile();
    }

    private String errors() throws Exception {
        return Files.readString(errorFile().toPath());
    }

    private void readUntil(BufferedReader out, String phase) throws Exception {
        StringBuilder seen = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            seen.append(line).append('\n');
            if (line.contains(phase)) {
                return;
            }
        }
        throw new AssertionError("ended before '" + phase + "':\n" + seen + errors());
    }

    private List<String> tables() throws SQLException {
        List<String> found = new ArrayList<>();
        for (TestDatabase database : databases) {
            found.addAll(Rows.tables(database));
        }
        return found;
    }
}
