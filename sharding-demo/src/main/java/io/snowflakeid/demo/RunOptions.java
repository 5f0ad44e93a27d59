package io.snowflakeid.demo;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseAddress;
import io.snowflakeid.demo.databases.DemoDatabases;
import io.snowflakeid.demo.databases.EmbeddedDatabases;
import io.snowflakeid.demo.databases.MySqlDatabases;
import io.snowflakeid.demo.orders.OrdersOptions;
import io.snowflakeid.demo.worlds.WorldsStory;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What every command can be told. */
final class RunOptions {

    @Option(
            names = "--report",
            paramLabel = "DIR",
            defaultValue = "report",
            description = "Folder for report.html, report.json and logs; default: ${DEFAULT-VALUE}.")
    private Path report = Path.of("report");

    @Option(
            names = "--mysql",
            paramLabel = "URL",
            split = ",",
            description = "Run on four MySQL databases instead of embedded H2: addresses "
                    + "jdbc:mysql://host:port/database with commas between them, of four servers, or of one: "
                    + "jdbc:mysql://host/shop0,jdbc:mysql://host/shop1,... A run never drops a table that it did "
                    + "not create.")
    private List<String> mysql = List.of();

    @Option(
            names = "--mysql-user",
            paramLabel = "NAME",
            defaultValue = "root",
            description = "Who connects, unless the address says so; default: ${DEFAULT-VALUE}.")
    private String mysqlUser = "root";

    @Option(
            names = "--mysql-password",
            paramLabel = "TEXT",
            description =
                    "That user's password; default: the environment variable MYSQL_PASSWORD, which others cannot see.")
    private @Nullable String mysqlPassword;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "2026",
            description = "The same seed makes the same orders and players; default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--keep", description = "Leave the tables (MySQL) or files (H2) in place and say where they are.")
    private boolean keep;

    /** How many orders there are, and who writes them. */
    static final class OrdersSize {

        @Option(
                names = "--orders",
                paramLabel = "N",
                defaultValue = "16000",
                description = "How many orders; each has about 1.2 items and a payment; default: ${DEFAULT-VALUE}.")
        private int orders;

        @Option(
                names = "--writers",
                paramLabel = "N",
                defaultValue = "3",
                description = "How many processes write them at the same time, 1 to 16; default: ${DEFAULT-VALUE}.")
        private int writers;

        OrdersOptions options(RunOptions run) {
            requireBetween("--orders", orders, 1, 10_000_000);
            requireBetween("--writers", writers, 1, 16);
            return new OrdersOptions(orders, writers, run.seed);
        }
    }

    /** How large the merged game is. */
    static final class MergeSize {

        @Option(
                names = "--players",
                paramLabel = "N",
                defaultValue = "6000",
                description = "How many players the 3 game servers have together; default: ${DEFAULT-VALUE}.")
        private int players;

        int players() {
            requireBetween("--players", players, WorldsStory.SERVERS, 50_000_000);
            return players;
        }
    }

    private static void requireBetween(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw CommandFailure.ofUsage(name + " must be between " + least + " and " + most + ", but is " + value);
        }
    }

    Path report() {
        return report;
    }

    long seed() {
        return seed;
    }

    boolean keep() {
        return keep;
    }

    DemoDatabases open() throws SQLException {
        if (mysql.isEmpty()) {
            return EmbeddedDatabases.open(Path.of(System.getProperty("java.io.tmpdir")), keep);
        }
        String password =
                mysqlPassword != null ? mysqlPassword : System.getenv().getOrDefault("MYSQL_PASSWORD", "");
        List<Database> databases = new ArrayList<>();
        for (String url : mysql) {
            databases.add(DatabaseAddress.ofMySql("ds_" + databases.size(), url.strip(), mysqlUser, password));
        }
        return MySqlDatabases.open(databases, keep);
    }
}
