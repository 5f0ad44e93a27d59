package io.snowflakeid.cli;

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
import picocli.CommandLine.Spec;

/** What the commands have in common: how each ends, and who connects to the database that it is given. */
@Command(
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:all is well",
            " 1:a column must be fixed, or ids of ours would not start above all of the table",
            " 2:wrong usage, or the text is no id",
            " 3:the database is unreachable or refuses the user, or has no such column or ledger",
            " 4:something else went wrong: a fault of the program",
            " 5:standard output could not be written: a disk is full, for instance"
        })
abstract class DatabaseCommand implements Callable<Integer> {

    @Mixin
    private DatabaseLogin login = new DatabaseLogin();

    @Spec
    private @Nullable CommandSpec spec;

    final PrintWriter out() {
        return Program.out(spec);
    }

    /**
     * The database at an address, which answers.
     *
     * @param name how messages call it
     */
    final Database reach(String url, String name) {
        return login.reach(
                url,
                name,
                EnumSet.complementOf(EnumSet.of(DatabaseKind.REDIS)),
                "snowflake-cli looks at MySQL (jdbc:mysql://host:port/database), MariaDB (jdbc:mariadb:...), PostgreSQL"
                        + " (jdbc:postgresql:...) and H2 (jdbc:h2:...)");
    }
}
