package io.snowflakeid.merge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.snowflakeid.merge.config.ServerConfig;
import io.snowflakeid.merge.plan.PlanException;
import io.snowflakeid.merge.sql.StepFailure;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class LoginTest {

    private static final String MYSQL = "jdbc:mysql://db.example:3307/game?sslMode=DISABLED";

    private static void refuses(ServerConfig server, String... parts) {
        assertThatThrownBy(() -> Login.to(server, () -> {
                    throw new SQLException("Access denied for user 'm'@'h' (using password: YES)\nmore", "28000", 1045);
                }))
                .isInstanceOf(PlanException.class)
                .hasMessageStartingWith(parts[0])
                .hasMessageContainingAll(parts)
                .hasMessageEndingWith(parts[parts.length - 1]);
    }

    @Test
    void aRefusedUserIsToldWithTheHostAndWhereThePasswordIsFrom() {
        refuses(
                new ServerConfig(MYSQL, "m", "GAME_PASSWORD", null),
                "server db.example:3307 refuses user 'm'",
                "(Access denied for user 'm'@'h' (using password: YES))",
                "environment variable GAME_PASSWORD",
                "correct server.user",
                "or what is exported there");
        refuses(
                new ServerConfig(MYSQL, "m", null, Path.of("secret")),
                "server db.example:3307 refuses user 'm'",
                "(Access denied for user 'm'@'h' (using password: YES))",
                "the file secret",
                "correct server.user",
                "or what is in the file");
        refuses(
                new ServerConfig("jdbc:h2:mem:game", null, null, null),
                "database jdbc:h2:mem:game refuses to go without a user",
                "(Access denied for user 'm'@'h' (using password: YES))",
                "no password was given",
                "name one by server.password-env or server.password-file");
    }

    @Test
    void aMissingRightIsToldWithTheUserTheStepAndTheGrant() {
        assertThat(denied("CREATE command denied to user 'm'@'h' for table 'p'", 1142))
                .isEqualTo(
                        "user 'm' lacks a right in the step 'create tables' (CREATE command denied to user 'm'@'h' for"
                                + " table 'p'): GRANT SELECT, SHOW VIEW, TRIGGER, EVENT, LOCK TABLES on each source and ALL on the"
                                + " target, then call the same command again");
        assertThat(denied("You do not have the SUPER privilege and binary logging is enabled", 1419))
                .endsWith(
                        "SET GLOBAL log_bin_trust_function_creators = 1, or GRANT SUPER, then call the same command again");
    }

    private static String denied(String message, int code) {
        SQLException failure = StepFailure.of("create tables", new SQLException(message, "42000", code));
        return String.valueOf(catchThrowable(() -> Login.to(new ServerConfig(MYSQL, "m", null, null), () -> {
                    throw failure;
                }))
                .getMessage());
    }

    @Test
    void otherFailuresPass() throws Exception {
        SQLException other = new SQLException("Unknown database", "42000", 1049);
        ServerConfig server = new ServerConfig(MYSQL, "m", null, null);

        assertThatThrownBy(() -> Login.to(server, () -> {
                    throw other;
                }))
                .isSameAs(other);
        assertThat(Login.to(server, () -> 7)).isEqualTo(7);
    }
}
