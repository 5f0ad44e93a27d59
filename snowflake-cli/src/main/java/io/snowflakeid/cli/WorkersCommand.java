package io.snowflakeid.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the workers of a ledger. The command changes the ledger only with {@code --set-up} or {@code --recovered}. */
@Command(
        name = "workers",
        description = "Lists the workers of a ledger with their holders and windows.",
        footer = {
            "",
            "Examples:",
            "  MYSQL_PASSWORD=secret snowflake-cli workers --database jdbc:mysql://db0/shop --user shop",
            "  ... workers --database jdbc:mysql://db0/shop --user admin --set-up",
            "  ... workers --database jdbc:mysql://db0/game --user admin --set-up --layout GAME_SERVERS --datacenter 7"
        })
final class WorkersCommand extends DatabaseCommand {

    private static final Pattern RANGE = Pattern.compile("(\\d{1,18})\\.\\.(\\d{1,18})");

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "The namespace of the ledger's processes; default: ${DEFAULT-VALUE}.")
    private String namespace = "default";

    @Option(
            names = "--recovered",
            description =
                    "The database was restored from a backup, or failed over to a lagging replica: new windows begin"
                            + " after every window that may be lost. First stop all processes that acquire workers.")
    private boolean recovered;

    @ArgGroup(exclusive = false, heading = "A new ledger:%n")
    private @Nullable NewLedger newLedger;

    static final class NewLedger {
        @Option(
                names = "--set-up",
                required = true,
                description = "Create missing tables and the namespace, for processes with createTables(false).")
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
                description = "With --set-up: the ledger owns this datacenter number; by default it is shared by all.")
        private @Nullable Long datacenter;

        @Option(
                names = "--workers",
                paramLabel = "FIRST..LAST",
                description = "With --set-up: the workers that it grants, if another ledger has the others.")
        private @Nullable String workers;

        private JdbcWorkerLedger setUpIn(DataSource database, String namespace) {
            SnowflakeLayout ids = SnowflakeLayout.parse(layout);
            JdbcWorkerLedger.Builder ledger = datacenter == null
                    ? JdbcWorkerLedger.shared(ids, database)
                    : JdbcWorkerLedger.forDatacenter(ids, datacenter, database);
            if (workers != null) {
                Matcher range = RANGE.matcher(workers);
                if (!range.matches()) {
                    throw CommandFailure.ofUsage(
                            "--workers must be FIRST..LAST, as in 0..511, but is '" + workers + "'");
                }
                ledger.workers(Long.parseLong(range.group(1)), Long.parseLong(range.group(2)));
            }
            JdbcWorkerLedger made = ledger.namespace(namespace).build();
            made.setUp();
            return made;
        }
    }

    @Override
    public Integer call() {
        PrintWriter out = out();
        try (HikariDataSource pool = reach().pool(1)) {
            if (newLedger != null && newLedger.setUp) {
                out.println(newLedger.setUpIn(pool, namespace).describe() + " is set up");
            }
            JdbcWorkerLedger stored =
                    JdbcWorkerLedger.stored(pool, namespace).createTables(false).build();
            if (recovered) {
                out.println(
                        stored.describe() + " grants no window that begins before " + seconds(stored.markRecovered())
                                + ", and current holders continue: ids are ahead of the clock at first; start the processes now");
            }
            print(out, stored.workers());
        }
        return ExitCode.FINE;
    }

    private void print(PrintWriter out, List<WorkerEntry> workers) {
        TextTable table = new TextTable();
        table.row("DATACENTER", "WORKER", "STATE", "HOLDER", "FROM (UTC)", "UNTIL (UTC)", "FREE AT (UTC)");
        for (WorkerEntry entry : workers) {
            table.row(
                    entry.datacenter(),
                    entry.worker(),
                    entry.state().name().toLowerCase(Locale.ROOT),
                    entry.holder(),
                    seconds(entry.from()),
                    seconds(entry.until()),
                    seconds(entry.freeAt()));
        }
        table.print(out);
        if (workers.isEmpty()) {
            out.println("no worker of namespace '" + namespace + "' was ever held");
        }
    }

    private static Instant seconds(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS);
    }
}
