package io.snowflakeid.verification.rows;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.management.ThreadMXBean;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.Program;
import io.snowflakeid.verification.performance.BenchDatabase;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Measures one benchmark in a separate JVM. The order of the kinds of ids is random. */
final class RowsJvm {

    private static final String VARIABLE = "SNOWFLAKE_ROWS_TASK";
    private static final JsonMapper JSON = new JsonMapper();
    private static final Logger LOG = Logger.getLogger("io.snowflakeid");

    /** @param database the database, or null for a driver that does nothing */
    record Task(Shape shape, @Nullable Database database, int warmMillis, int blockMillis, int blocks) {}

    /** The CPU and wall-clock nanoseconds and the allocated bytes per row, with one value for each measured block. */
    record Samples(List<Double> cpu, List<Double> wall, List<Double> bytes) {

        Samples() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    private record Candidate(Work work, Samples samples) {}

    private RowsJvm() {}

    static Map<Ids, Samples> run(Task task) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(Program.command(
                        RowsJvm.class,
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData",
                        "-Dorg.jboss.logging.provider=slf4j",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=off"))
                .redirectError(Redirect.INHERIT);
        builder.environment().put(VARIABLE, JSON.writeValueAsString(task));
        Process process = builder.start();
        try {
            String result = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException("the JVM that measures " + task.shape() + " failed, see its message above");
            }
            return JSON.readValue(result, new TypeReference<EnumMap<Ids, Samples>>() {});
        } finally {
            process.destroyForcibly();
        }
    }

    public static void main(String[] args) throws Exception {
        PrintStream result = System.out;
        System.setOut(System.err); // libraries may print
        LOG.setLevel(Level.WARNING);
        Task task = JSON.readValue(System.getenv(VARIABLE), Task.class);
        if (task.database() == null) {
            result.print(JSON.writeValueAsString(measure(task, IdleDatabase.dataSource())));
        } else {
            // a server allows too few calls for the JIT to compile code that runs once per transaction
            measure(new Task(task.shape(), null, task.warmMillis(), 0, 0), IdleDatabase.dataSource());
            try (HikariDataSource pool = task.database().pool(2)) {
                createTables(pool);
                result.print(JSON.writeValueAsString(measure(task, pool)));
            }
        }
        result.flush();
        System.exit(0);
    }

    static void createTables(DataSource database) throws Exception {
        try (Connection connection = database.getConnection()) {
            for (Ids ids : Ids.values()) {
                BenchDatabase.execute(connection, "DROP TABLE IF EXISTS " + ids.table(), ids.createTable());
            }
            BenchDatabase.execute(
                    connection,
                    "DROP TABLE IF EXISTS hero_seq",
                    "CREATE TABLE hero_seq (next_val BIGINT)",
                    "INSERT INTO hero_seq VALUES (1)");
        }
    }

    static Map<Ids, Samples> measure(Task task, DataSource database) throws Exception {
        Work.Source source = task.shape().open(database);
        List<Candidate> candidates = new ArrayList<>();
        Map<Ids, Samples> samples = new EnumMap<>(Ids.class);
        for (Ids ids : task.shape().ids(task.database() != null)) {
            Samples own = new Samples();
            candidates.add(new Candidate(source.of(ids), own));
            samples.put(ids, own);
        }
        long start = System.nanoTime();
        while (System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(task.warmMillis())) {
            for (Candidate candidate : candidates) {
                block(task, candidate.work(), new Samples());
            }
        }
        for (int round = 0; round < task.blocks(); round++) {
            Collections.shuffle(candidates);
            for (Candidate candidate : candidates) {
                block(task, candidate.work(), candidate.samples());
            }
        }
        return samples;
    }

    private static void block(Task task, Work work, Samples samples) throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long bytes = threads.getCurrentThreadAllocatedBytes();
        long cpu = threads.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        double rows = 0;
        long wall;
        do {
            work.run();
            rows += task.shape().units();
            wall = System.nanoTime() - start;
        } while (wall < TimeUnit.MILLISECONDS.toNanos(task.blockMillis()));
        samples.cpu().add((threads.getCurrentThreadCpuTime() - cpu) / rows);
        samples.wall().add(wall / rows);
        samples.bytes().add((threads.getCurrentThreadAllocatedBytes() - bytes) / rows);
    }
}
