package io.snowflakeid.verification.performance;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseKind;
import io.snowflakeid.commandline.DatabaseLogin;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for the database server of a benchmark. */
public final class ServerOptions {

    @Option(
            names = "--url",
            description = "The jdbc: address of a server on which the user may create and drop databases.")
    private @Nullable String url;

    @Mixin
    private DatabaseLogin login = new DatabaseLogin();

    public boolean isGiven() {
        return url != null;
    }

    /** Returns the server after a test connection, or throws {@link CommandFailure}. */
    public Database reach(DatabaseKind... accepted) {
        if (url == null) {
            throw CommandFailure.ofUsage("--url is missing: set the address of a server");
        }
        String database = url.startsWith("jdbc:postgresql:") ? "postgres" : "information_schema";
        return login.reach(
                url.replaceFirst("^(jdbc:[a-z]+://[^/?]+)/?(\\?.*)?$", "$1/" + database + "$2"),
                "the server",
                Set.of(accepted),
                "this command needs one of " + Set.of(accepted) + ", such as jdbc:mysql://host:port/");
    }
}
