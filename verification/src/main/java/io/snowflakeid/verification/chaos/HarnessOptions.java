package io.snowflakeid.verification.chaos;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseKind;
import io.snowflakeid.commandline.DatabaseLogin;
import io.snowflakeid.commandline.Page;
import io.snowflakeid.commandline.ReportFolder;
import io.snowflakeid.verification.makers.RedisStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

public final class HarnessOptions {

    @Option(
            names = "--ledger",
            description =
                    "Address of the database of the ledger, with one host and port: jdbc:mysql:, jdbc:mariadb:,"
                            + " jdbc:postgresql:, jdbc:h2:tcp: or redis:; default: an H2 in memory. Missing tables are created"
                            + " and kept. With several options, the ledgers split the workers, and a writer loses one at a time.")
    private List<String> ledgers = List.of();

    @Mixin
    private DatabaseLogin login = new DatabaseLogin();

    @Option(names = "--writers", description = "Number of processes that generate ids, 1 to 64.")
    private int writers = 8;

    @Option(names = "--seconds", description = "Duration; at least 4 windows, except with only restores.")
    private int seconds;

    @Option(names = "--window-millis", description = "The length of a lease, for makers with leases.")
    private long windowMillis = 2_000;

    @Option(names = "--rate", description = "Maximum ids per second of all writers; each takes 8 bytes on disk.")
    private long rate;

    @Option(names = "--seed", description = "Seed of the faults; default: a random one, which is printed.")
    private @Nullable Long seed;

    @Option(
            names = "--faketime",
            description = "libfaketimeMT.so.1, for clock steps; default: searched in the usual folders.")
    private @Nullable Path faketime;

    @Option(names = "--report", description = "Folder for results, and for ids during the run.")
    private Path report = Path.of("report");

    public HarnessOptions(int seconds, long rate, @Nullable Long seed) {
        this.seconds = seconds;
        this.rate = rate;
        this.seed = seed;
    }

    public ChaosOptions of(String maker, Set<FaultFamily> faults, @Nullable String restartCommand, boolean keep) {
        long used = seed == null ? ThreadLocalRandom.current().nextInt(1_000_000) : seed;
        return new ChaosOptions(
                maker, writers, seconds, windowMillis, rate, faults, used, faketime, restartCommand, keep);
    }

    /** Returns the databases of the ledgers, or throws an exception if a database cannot be reached. */
    public List<Database> databases() {
        return ledgers.stream().map(this::ledger).toList();
    }

    private Database ledger(String url) {
        Database database = login.reach(
                url,
                "the ledger",
                EnumSet.allOf(DatabaseKind.class),
                "ledgers are supported in MySQL (jdbc:mysql://host:port/database), MariaDB (jdbc:mariadb:...), PostgreSQL"
                        + " (jdbc:postgresql:...), H2 (jdbc:h2:tcp://host:port/name) or Redis (redis://host:port)");
        if (RedisStore.is(database)) {
            RedisStore.version(database);
        }
        return database;
    }

    public Path folder() {
        return ReportFolder.require(report);
    }

    public Path write(String name, Object result) {
        Path file = folder().resolve(name);
        try {
            return Files.writeString(file, Page.json(result));
        } catch (IOException e) {
            throw ReportFolder.unwritten(file, e);
        }
    }
}
