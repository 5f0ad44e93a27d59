package io.snowflakeid.merge.planning;

import io.snowflakeid.testing.servers.DatabaseServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A user who may do what it is granted, and by whom a game is planned; dropped when closed. */
final class PoorUser implements AutoCloseable {

    private final PlannedGame game;
    private final String name = "poor" + UUID.randomUUID().toString().substring(0, 8);
    private final List<String> roles = new ArrayList<>();

    private PoorUser(PlannedGame game) {
        this.game = game;
    }

    static PoorUser of(PlannedGame game, String... rights) throws SQLException {
        PoorUser user = new PoorUser(game);
        user.run("CREATE USER " + user.name + " IDENTIFIED BY '" + game.password() + "'");
        for (String right : rights) {
            user.run("GRANT " + right + " TO " + user.name);
        }
        game.as(user.name);
        return user;
    }

    String name() {
        return name;
    }

    void run(String sql) throws SQLException {
        try (Connection connection = game.connect(1);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** A role that is not active before it is set. */
    String role(String... rights) throws SQLException {
        String role = name + "r" + roles.size();
        roles.add(role);
        run("CREATE ROLE " + role);
        for (String right : rights) {
            run("GRANT " + right + " TO " + role);
        }
        run("GRANT " + role + " TO " + name);
        return role;
    }

    /** A role that is active from the beginning. */
    void defaultRole(DatabaseServer on, String... rights) throws SQLException {
        run("SET DEFAULT ROLE " + role(rights) + (on == DatabaseServer.MYSQL ? " TO " : " FOR ") + name);
    }

    @Override
    public void close() throws SQLException {
        run("DROP USER " + name);
        for (String role : roles) {
            run("DROP ROLE " + role);
        }
    }
}
