package io.snowflakeid.demo;

import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Looks at a ledger, and changes nothing unless it is told that the ledger was restored from a backup. */
@Command(
        name = "workers",
        mixinStandardHelpOptions = true,
        description = "Shows who holds which worker id of a ledger until when.",
        footer = {
            "",
            "Example:",
            "  MYSQL_PASSWORD=secret java -jar sharding-demo.jar workers --ledger jdbc:mysql://db0/shop --user shop"
        })
final class WorkersCommand implements Callable<Integer> {

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

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        // tells a database that does not answer from one without a ledger
        DemoDatabase database = login.reach(
                ledger,
                "the ledger",
                EnumSet.complementOf(EnumSet.of(DatabaseKind.REDIS)),
                "a ledger with tables is kept in MySQL (jdbc:mysql://host:port/database), MariaDB (jdbc:mariadb:...),"
                        + " PostgreSQL (jdbc:postgresql:...) or H2 (jdbc:h2:...)");
        try (HikariDataSource pool = database.pool(1)) {
            JdbcWorkerLedger stored =
                    JdbcWorkerLedger.stored(pool, namespace).createTables(false).build();
            PrintWriter out = DemoRun.terminalOf(spec);
            if (recovered) {
                out.println(
                        stored.describe() + " grants no window that begins before " + seconds(stored.markRecovered())
                                + ", and workers that are held go on: ids run ahead of the clock at first; start your processes now");
            }
            print(out, stored.workers());
        }
        return ExitCode.FINE;
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
