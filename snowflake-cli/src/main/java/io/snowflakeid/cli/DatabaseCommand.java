package io.snowflakeid.cli;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseKind;
import io.snowflakeid.commandline.DatabaseLogin;
import io.snowflakeid.commandline.Program;
import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The base class of the commands, with their exit codes and the options for the database. */
@Command(
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:no problem was found",
            " 1:a column must be fixed, or new ids would not be above all ids of the table",
            " 2:wrong usage, or the text is not an id",
            " 3:the database is unreachable or rejects the user, or has no such column or ledger",
            " 4:another failure: a bug in the program",
            " 5:standard output could not be written, for example because a disk is full"
        })
abstract class DatabaseCommand implements Callable<Integer> {

    @Option(
            names = "--database",
            paramLabel = "URL",
            description = "JDBC address: jdbc:mysql:, jdbc:mariadb:, jdbc:postgresql: or jdbc:h2:...")
    private @Nullable String url;

    @Mixin
    private DatabaseLogin login = new DatabaseLogin();

    @Spec
    private @Nullable CommandSpec spec;

    final PrintWriter out() {
        return Program.out(spec);
    }

    /** Returns the database of {@code --database} after a successful test connection. */
    final Database reach() {
        if (url == null) {
            throw CommandFailure.ofUsage("--database is missing: add the address, such as jdbc:mysql://db0/shop");
        }
        return login.reach(
                url,
                "the database",
                EnumSet.complementOf(EnumSet.of(DatabaseKind.REDIS)),
                "snowflake-cli supports MySQL (jdbc:mysql://host:port/database), MariaDB (jdbc:mariadb:...), PostgreSQL"
                        + " (jdbc:postgresql:...) and H2 (jdbc:h2:...)");
    }
}
