package io.snowflakeid.verification.peers;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseKind;
import io.snowflakeid.commandline.DatabaseLogin;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.Program;
import io.snowflakeid.commandline.ReportFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which maker of ids withstands which fault. */
@Command(
        name = "peers",
        mixinStandardHelpOptions = true,
        description = {
            "Puts our generator and others to the same test, one fault at a time, and counts the duplicates.",
            "Linux is needed; clocks are only set back where libfaketime is found."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:all was measured that this machine can do, and our ids were unique",
            " 1:our generator made a duplicate",
            " 2:wrong usage",
            " 3:the database is unreachable or refuses the user",
            " 4:something else went wrong, or a run could not be carried through"
        })
public final class PeersCommand implements Callable<Integer> {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    @Option(
            names = "--ledger",
            paramLabel = "URL",
            description =
                    "JDBC address of the database for makers that need one, with one host and port; default: an H2 in memory.")
    private @Nullable String ledger;

    @Mixin
    private DatabaseLogin login = new DatabaseLogin();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            description =
                    "How long each maker makes ids under each fault; at least 4 windows; default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--writers",
            paramLabel = "N",
            defaultValue = "8",
            description = "How many processes make ids at the same time, 1 to 64; default: ${DEFAULT-VALUE}.")
    private int writers;

    @Option(
            names = "--window-millis",
            paramLabel = "N",
            defaultValue = "2000",
            description = "How long leases last, for makers that have some; default: ${DEFAULT-VALUE}.")
    private long windowMillis;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "400000",
            description = "How many ids a second all processes together make at most; default: ${DEFAULT-VALUE}.")
    private long rate;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "2026",
            description = "The same seed plans the same faults; default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--faketime",
            paramLabel = "FILE",
            description = "libfaketimeMT.so.1; default: searched in the usual places.")
    private @Nullable Path faketime;

    @Option(
            names = "--makers",
            paramLabel = "NAME",
            split = ",",
            description = "Some of ${COMPLETION-CANDIDATES} with commas between them; default: all.")
    private Set<Peer> makers = EnumSet.allOf(Peer.class);

    @Option(
            names = "--faults",
            paramLabel = "NAME",
            split = ",",
            description = "Some of ${COMPLETION-CANDIDATES} with commas between them; default: all.")
    private Set<SingleFault> faults = EnumSet.allOf(SingleFault.class);

    @Option(
            names = "--report",
            paramLabel = "DIR",
            required = true,
            description = "Folder for peers.json and peers.md, and for the ids until the end of each run.")
    private Path report = Path.of("");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, SQLException {
        PeerRuns.Options options = options();
        Database database = ledger == null
                ? null
                : login.reach(
                        ledger,
                        "the ledger",
                        EnumSet.complementOf(EnumSet.of(DatabaseKind.REDIS)),
                        "peers keep a ledger in MySQL (jdbc:mysql://host:port/database), MariaDB (jdbc:mariadb:...),"
                                + " PostgreSQL (jdbc:postgresql:...) or H2 (jdbc:h2:tcp://host:port/name)");
        ReportFolder.require(report);
        PrintWriter out = Program.out(spec);
        PeerRuns runs = new PeerRuns(options, database, report, line -> {
            out.println(line);
            out.flush();
        });
        List<PeerRow> rows = new ArrayList<>();
        for (Peer peer : EnumSet.copyOf(makers)) {
            rows.add(runs.row(peer, List.copyOf(EnumSet.copyOf(faults))));
            write(report(database, rows)); // what is done is kept, whatever comes
        }
        out.println();
        new PeerTable(report(database, rows)).lines().forEach(out::println);
        out.flush();
        return exitCode(rows);
    }

    private PeerRuns.Options options() {
        PeerRuns.Options options = new PeerRuns.Options(writers, seconds, windowMillis, rate, seed, faketime);
        try {
            options.of(Peer.SNOWFLAKEID, SingleFault.NONE);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
        }
        return options;
    }

    private PeerReport report(@Nullable Database database, List<PeerRow> rows) throws SQLException {
        return new PeerReport(
                LocalDate.now(ZoneOffset.UTC).toString(),
                machine(),
                commandLine(),
                writers,
                seconds,
                windowMillis,
                rate,
                seed,
                product(database),
                List.copyOf(rows));
    }

    private static String machine() {
        long gigabytes =
                ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean os
                        ? Math.round(os.getTotalMemorySize() / (double) (1 << 30))
                        : 0;
        return Runtime.getRuntime().availableProcessors() + " processors, " + gigabytes + " GB, "
                + System.getProperty("os.name") + ", Java " + Runtime.version().feature();
    }

    private static String product(@Nullable Database database) throws SQLException {
        if (database == null) {
            return "H2 in memory";
        }
        try (Connection connection = database.connect()) {
            return connection.getMetaData().getDatabaseProductName() + " "
                    + connection.getMetaData().getDatabaseProductVersion();
        }
    }

    /** What matters of it: where files lie is of no interest to others. */
    private String commandLine() {
        return "java -jar verification/target/verification.jar peers" + (ledger == null ? "" : " --ledger URL")
                + " --seconds "
                + seconds + " --writers " + writers + " --window-millis " + windowMillis + " --rate " + rate
                + " --seed "
                + seed + " --report DIR";
    }

    private void write(PeerReport result) throws IOException {
        Files.writeString(report.resolve("peers.json"), JSON.writeValueAsString(result) + "\n");
        Files.write(report.resolve("peers.md"), new PeerTable(result).lines());
    }

    private static int exitCode(List<PeerRow> rows) {
        boolean oursRepeated = rows.stream()
                .filter(row -> row.peer() == Peer.SNOWFLAKEID)
                .flatMap(row -> row.cells().stream())
                .anyMatch(cell -> cell.duplicates() > 0);
        boolean failed = rows.stream()
                .flatMap(row -> row.cells().stream())
                .anyMatch(cell -> cell.state() == PeerCell.State.FAILED);
        return oursRepeated ? ExitCode.FOUND : failed ? ExitCode.UNEXPECTED : ExitCode.FINE;
    }
}
