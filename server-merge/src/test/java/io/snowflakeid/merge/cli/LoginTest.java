package io.snowflakeid.merge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.config.ServerConfig;
import io.snowflakeid.merge.plan.PlanException;
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
