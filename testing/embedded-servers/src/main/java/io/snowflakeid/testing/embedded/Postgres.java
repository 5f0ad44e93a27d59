package io.snowflakeid.testing.embedded;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A PostgreSQL server that requires no password and does not call fsync. */
record Postgres(EmbeddedPostgres server, Path data) implements EmbeddedServer.Running {

    static Postgres start(Path binaries, Path data) throws IOException {
        Path own = data.resolve("data");
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(binaries.toFile())
                .setDataDirectory(own)
                .setServerConfig("fsync", "off")
                .start();
        return new Postgres(server, own);
    }

    @Override
    public String address() {
        return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres\tpostgres\tpostgres";
    }

    @Override
    public long pid() throws IOException {
        try (Stream<String> lines = Files.lines(data.resolve("postmaster.pid"))) {
            return Long.parseLong(lines.findFirst().orElseThrow().strip());
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
