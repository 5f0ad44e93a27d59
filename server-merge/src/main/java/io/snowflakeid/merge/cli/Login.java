package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.config.ServerConfig;
import io.snowflakeid.merge.plan.PlanException;
import io.snowflakeid.merge.sql.DeniedRight;
import io.snowflakeid.merge.sql.ServerWords;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Locale;

/** Work with a user whose password or rights the server may refuse. */
final class Login {

    private Login() {}

    /** What is done on the server. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws SQLException, IOException, InterruptedException;
    }

    /**
     * Does it.
     *
     * @throws PlanException if the server refuses the user: with who, where, and where the password was looked for
     * @throws DeniedRight if the user lacks a right
     */
    static <T> T to(ServerConfig server, Work<T> work) throws SQLException, IOException, InterruptedException {
        try {
            return work.run();
        } catch (SQLException e) {
            if (String.valueOf(e.getSQLState()).startsWith("28")) {
                throw new PlanException(refused(server, e), e);
            }
            if (DeniedRight.is(e)) {
                throw DeniedRight.of(server.user(), e);
            }
            throw e;
        }
    }

    /** The password itself is in no message of a server. */
    private static String refused(ServerConfig server, SQLException e) {
        return address(server.url()) + " refuses "
                + (server.user() == null ? "to go without a user" : "user '" + server.user() + "'") + " ("
                + ServerWords.of(e) + "); " + password(server);
    }

    private static String password(ServerConfig server) {
        if (server.passwordEnv() != null) {
            return "the password is that of the environment variable " + server.passwordEnv()
                    + ": correct server.user, or what is exported there";
        }
        if (server.passwordFile() != null) {
            return "the password is that of the file " + server.passwordFile()
                    + ": correct server.user, or what is in the file";
        }
        return "no password was given: name one by server.password-env or server.password-file";
    }

    /** Host and port; all of the address where it has none. */
    private static String address(String url) {
        int host = url.indexOf("//");
        String address = host < 0 ? url : url.substring(host + 2);
        String kind = url.toLowerCase(Locale.ROOT).startsWith("jdbc:h2:") ? "database " : "server ";
        return kind + (host < 0 ? address : address.split("[/?]", 2)[0]);
    }
}
