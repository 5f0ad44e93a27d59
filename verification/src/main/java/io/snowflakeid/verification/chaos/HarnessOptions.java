package io.snowflakeid.verification.chaos;

import io.snowflakeid.commandline.CommandFailure;
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

/** What every command that runs writers is told on its command line. */
public final class HarnessOptions {

    @Option(
            names = "--ledger",
            description = "Address of the database of the ledger, with one host and port: jdbc:mysql:, jdbc:mariadb:,"
                    + " jdbc:postgresql:, jdbc:h2:tcp: or redis:; default: an H2 in memory. Missing tables are made there,"
                    + " and stay. Given again, the ledgers split the workers, and a writer loses one at a time.")
    private List<String> ledgers = List.of();

    @Mixin
    private DatabaseLogin login = new DatabaseLogin();

    @Option(names = "--writers", description = "How many processes make ids at the same time, 1 to 64.")
    private int writers = 8;

    @Option(names = "--seconds", description = "For how long; at least 4 windows, except for restores alone.")
    private int seconds;

    @Option(
            names = "--rate",
            description = "The most ids a second of all writers together; each takes 8 bytes on disk.")
    private long rate;

    @Option(names = "--seed", description = "The same one plans the same faults; without it, the one used is printed.")
    private @Nullable Long seed;

    @Option(names = "--faketime", description = "libfaketimeMT.so.1, for clock steps; else looked for in usual places.")
    private @Nullable Path faketime;

    @Option(names = "--report", description = "Folder for results, and for the ids until the end.")
    private Path report = Path.of("report");

    /**
     * With defaults that differ from command to command.
     *
     * @param seed null for another one each time
     */
    public HarnessOptions(int seconds, long rate, @Nullable Long seed) {
        this.seconds = seconds;
        this.rate = rate;
        this.seed = seed;
    }

    /** Those of a run. */
    public ChaosOptions of(
            String maker, long windowMillis, Set<FaultFamily> faults, @Nullable String restartCommand, boolean keep) {
        long used = seed == null ? ThreadLocalRandom.current().nextInt(1_000_000) : seed;
        return new ChaosOptions(
                maker, writers, seconds, windowMillis, rate, faults, used, faketime, restartCommand, keep);
    }

    /** The databases of ledgers, which answer; throws {@link CommandFailure} if one is of no kind that keeps one. */
    public List<Database> databases() {
        return ledgers.stream().map(this::ledger).toList();
    }

    private Database ledger(String url) {
        Database database = login.reach(
                url,
                "the ledger",
                EnumSet.allOf(DatabaseKind.class),
                "a ledger is kept in MySQL (jdbc:mysql://host:port/database), MariaDB (jdbc:mariadb:...), PostgreSQL"
                        + " (jdbc:postgresql:...), H2 (jdbc:h2:tcp://host:port/name) or Redis (redis://host:port)");
        if (RedisStore.is(database)) {
            RedisStore.version(database);
        }
        return database;
    }

    /** Where results go; throws {@link CommandFailure} if nothing can be written there. */
    public Path folder() {
        return ReportFolder.require(report);
    }

    /** Writes a result as JSON. */
    public Path write(String name, Object result) {
        Path file = folder().resolve(name);
        try {
            return Files.writeString(file, Page.json(result));
        } catch (IOException e) {
            throw ReportFolder.unwritten(file, e);
        }
    }
}
