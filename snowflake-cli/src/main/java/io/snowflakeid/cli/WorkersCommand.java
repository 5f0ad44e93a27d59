package io.snowflakeid.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseKind;
import io.snowflakeid.commandline.DatabaseLogin;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.Program;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import io.snowflakeid.ledger.LedgerGroup;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Looks at a ledger, and changes nothing unless it is told to set it up, or that it was restored from a backup. */
@Command(
        name = "workers",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:the ledger was read",
            " 2:wrong usage",
            " 3:the database is unreachable or refuses the user, or has no such ledger",
            " 4:something else went wrong: a fault of the program",
            " 5:a file or standard output could not be written: a disk is full, for instance"
        },
        description = "Shows who holds which worker id of a ledger until when.",
        footer = {
            "",
            "Examples:",
            "  MYSQL_PASSWORD=secret java -jar snowflake-cli.jar workers --ledger jdbc:mysql://db0/shop --user shop",
            "  ... workers --ledger jdbc:mysql://db0/shop --user admin --set-up",
            "  ... workers --ledger jdbc:mysql://db0/game --user admin --set-up --layout GAME_SERVERS --datacenter 7"
        })
final class WorkersCommand implements Callable<Integer> {

    private static final Pattern RANGE = Pattern.compile("(\\d{1,18})\\.\\.(\\d{1,18})");

    @Option(
            names = "--ledger",
            required = true,
            paramLabel = "URL",
            description =
                    "JDBC address of the database with the ledger's tables: jdbc:mysql:, jdbc:mariadb:, jdbc:postgresql: or jdbc:h2:...")
    private String ledger = "";

    @Mixin
    private DatabaseLogin login = new DatabaseLogin();

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "Which ids: the name that the ledger's processes use; default: ${DEFAULT-VALUE}.")
    private String namespace = "default";

    @Option(
            names = "--recovered",
            description =
                    "The database was restored from a backup, or failed over to a copy that lagged behind: no window begins"
                            + " any more where the ledger may have forgotten one. Stop whoever acquires workers first.")
    private boolean recovered;

    @Option(
            names = "--replace-member",
            paramLabel = "URL",
            arity = "1..*",
            description =
                    "The addresses of the other ledgers of a group, one of which takes the place of one that is lost for good: each ledger"
                            + " stores that. Set the new one up first, with the workers of the lost one.")
    private List<String> otherMembers = List.of();

    @ArgGroup(exclusive = false, heading = "A new ledger:%n")
    private @Nullable NewLedger newLedger;

    /** What a namespace is set up with. */
    static final class NewLedger {
        @Option(
                names = "--set-up",
                required = true,
                description =
                        "Create the tables and the namespace where they are missing: for processes with createTables(false).")
        private boolean setUp;

        @Option(
                names = "--layout",
                paramLabel = "NAME|SPEC",
                defaultValue = "DEFAULT",
                description = "With --set-up: the layout of the ids, see inspect --help; default: ${DEFAULT-VALUE}.")
        private String layout = "DEFAULT";

        @Option(
                names = "--datacenter",
                paramLabel = "NUMBER",
                description = "With --set-up: the ledger owns this datacenter number; without it, it is shared by all.")
        private @Nullable Long datacenter;

        @Option(
                names = "--workers",
                paramLabel = "FIRST..LAST",
                description = "With --set-up: the workers that it grants, if others have the rest.")
        private @Nullable String workers;

        private JdbcWorkerLedger in(DataSource database, String namespace) {
            SnowflakeLayout ids = SnowflakeLayout.parse(layout);
            JdbcWorkerLedger.Builder ledger = datacenter == null
                    ? JdbcWorkerLedger.shared(ids, database)
                    : JdbcWorkerLedger.forDatacenter(ids, datacenter, database);
            if (workers != null) {
                Matcher range = RANGE.matcher(workers);
                if (!range.matches()) {
                    throw CommandFailure.ofUsage(
                            "--workers must be FIRST..LAST, as in 0..511, but is '" + VisibleText.of(workers) + "'");
                }
                ledger.workers(Long.parseLong(range.group(1)), Long.parseLong(range.group(2)));
            }
            return ledger.namespace(namespace).build();
        }
    }

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        try (HikariDataSource pool = pool(ledger)) {
            if (newLedger != null && newLedger.setUp) {
                newLedger.in(pool, namespace).setUp();
            }
            JdbcWorkerLedger stored = stored(pool);
            PrintWriter out = Program.out(spec);
            if (newLedger != null && newLedger.setUp) {
                out.println(stored.describe() + " is set up");
            }
            if (!otherMembers.isEmpty()) {
                replaceMember(stored, out);
            }
            if (recovered) {
                out.println(
                        stored.describe() + " grants no window that begins before " + seconds(stored.markRecovered())
                                + ", and workers that are held go on: ids run ahead of the clock at first; start your processes now");
            }
            print(out, stored.workers());
        }
        return ExitCode.FINE;
    }

    private HikariDataSource pool(String address) {
        // tells a database that does not answer from one without a ledger
        Database database = login.reach(
                address,
                "the ledger",
                EnumSet.complementOf(EnumSet.of(DatabaseKind.REDIS)),
                "a ledger with tables is kept in MySQL (jdbc:mysql://host:port/database), MariaDB (jdbc:mariadb:...),"
                        + " PostgreSQL (jdbc:postgresql:...) or H2 (jdbc:h2:...)");
        return database.pool(1);
    }

    private JdbcWorkerLedger stored(DataSource pool) {
        return JdbcWorkerLedger.stored(pool, namespace).createTables(false).build();
    }

    private void replaceMember(JdbcWorkerLedger stored, PrintWriter out) {
        List<WorkerLedger> members = new ArrayList<>(List.of(stored));
        List<HikariDataSource> pools = new ArrayList<>();
        try {
            for (String address : otherMembers) {
                pools.add(pool(address));
                members.add(stored(pools.get(pools.size() - 1)));
            }
            LedgerGroup group = LedgerGroup.of(members.toArray(WorkerLedger[]::new));
            group.replaceMember();
            out.println(group.describe() + " stores its new member");
        } finally {
            pools.forEach(HikariDataSource::close);
        }
    }

    private void print(PrintWriter out, List<WorkerEntry> workers) {
        TextTable table = new TextTable("DATACENTER", "WORKER", "STATE", "HOLDER", "FROM (UTC)", "UNTIL (UTC)");
        for (WorkerEntry entry : workers) {
            table.row(
                    entry.datacenter(),
                    entry.worker(),
                    entry.state().name().toLowerCase(Locale.ROOT),
                    entry.holder(),
                    seconds(entry.from()),
                    seconds(entry.until()));
        }
        table.print(out);
        if (workers.isEmpty()) {
            out.println("no worker of namespace '" + namespace + "' was ever held");
        }
        out.flush();
    }

    private static Instant seconds(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS);
    }
}
