package io.snowflakeid.testing.embedded;

import java.io.IOException;
import java.nio.file.Path;
import redis.embedded.RedisServer;

/** A Redis server that does not store its data on disk. */
record Redis(RedisServer server, int port) implements EmbeddedServer.Running {

    static Redis start(Path data) throws IOException {
        int port = EmbeddedServer.freePort();
        RedisServer server = RedisServer.newRedisServer()
                .bind("127.0.0.1")
                .port(port)
                .setting("save \"\"")
                .setting("dir " + data)
                .build();
        server.start();
        return new Redis(server, port);
    }

    @Override
    public String address() {
        return "redis://127.0.0.1:" + port + "\t-\t-";
    }

    @Override
    public long pid() {
        return EmbeddedServer.childNamed("redis-server");
    }

    @Override
    public void close() throws IOException {
        server.stop();
    }
}
