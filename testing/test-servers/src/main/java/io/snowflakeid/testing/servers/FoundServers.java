package io.snowflakeid.testing.servers;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the database servers for tests. The search starts at the first use, so that tests without a database start no server. */
final class FoundServers {

    private static final Map<DatabaseServer, Lookup<List<ServerAddress>>> LOOKUPS = Stream.of(DatabaseServer.values())
            .collect(Collectors.toMap(kind -> kind, kind -> new Lookup<>(() -> find(kind))));

    private FoundServers() {}

    /** Returns all servers of a kind, or an empty list if no server is available. */
    static List<ServerAddress> of(DatabaseServer kind) {
        return Objects.requireNonNull(LOOKUPS.get(kind)).get();
    }

    static AssertionError missing(DatabaseServer kind) {
        String sources = "set " + variable(kind, "URLS") + ", or start a container engine";
        return Required.missing(
                kind.name().toLowerCase(Locale.ROOT),
                "no " + product(kind) + " for this test: " + sources
                        + (kind == DatabaseServer.MYSQL ? "" : ", or let Maven bring one"));
    }

    private static List<ServerAddress> find(DatabaseServer kind) {
        List<ServerAddress> given = given(kind);
        if (!given.isEmpty()) {
            return printed(kind, given, variable(kind, "URLS"));
        }
        if (Containers.engineResponds()) {
            try {
                return printed(kind, List.of(Containers.start(kind)), "a container of " + Containers.image(kind));
            } catch (ContainerFailure e) {
                System.out.println("test servers: " + e.getMessage());
            }
        }
        String embedded = kind.name().toLowerCase(Locale.ROOT);
        if (EmbeddedProcess.isOffered(embedded)) {
            EmbeddedProcess server = EmbeddedProcess.start(embedded);
            return printed(kind, List.of(server.address()), "Maven");
        }
        System.out.println("test servers: no " + product(kind) + ": its tests are skipped");
        return List.of();
    }

    private static List<ServerAddress> given(DatabaseServer kind) {
        String urls = System.getenv(variable(kind, "URLS"));
        if (urls == null || urls.isBlank()) {
            return List.of();
        }
        String user = System.getenv().getOrDefault(variable(kind, "USER"), "test");
        String password = System.getenv().getOrDefault(variable(kind, "PASSWORD"), "test");
        return Stream.of(urls.strip().split("\\s+", -1))
                .map(url -> new ServerAddress(url.replace("jdbc:mariadb:", "jdbc:mysql:"), user, password))
                .toList();
    }

    private static List<ServerAddress> printed(DatabaseServer kind, List<ServerAddress> servers, String source) {
        List<String> found = new ArrayList<>();
        for (ServerAddress server : servers) {
            String version = version(server, source);
            boolean isMariaDb = version.toLowerCase(Locale.ROOT).contains("mariadb");
            if (isMariaDb != (kind == DatabaseServer.MARIADB)) {
                throw new AssertionError(server.url() + " (from " + source + ") has version " + version
                        + ", so it is not " + product(kind) + ": set another address or image");
            }
            found.add(version + " at " + server.url().replaceFirst("\\?.*$", ""));
        }
        System.out.println("test servers: " + product(kind) + " " + String.join(", ", found) + ", from " + source);
        return servers;
    }

    private static String version(ServerAddress server, String source) {
        try {
            return server.version();
        } catch (SQLException e) {
            throw new AssertionError(
                    "no connection to " + server.url() + " (from " + source + ") as " + server.user() + ": "
                            + e.getMessage(),
                    e);
        }
    }

    private static String product(DatabaseServer kind) {
        return switch (kind) {
            case MYSQL -> "MySQL";
            case MARIADB -> "MariaDB";
            case POSTGRES -> "PostgreSQL";
        };
    }

    private static String variable(DatabaseServer kind, String suffix) {
        return "SNOWFLAKE_" + kind + "_" + suffix;
    }
}
