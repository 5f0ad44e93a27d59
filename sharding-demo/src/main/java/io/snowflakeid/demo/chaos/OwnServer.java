package io.snowflakeid.demo.chaos;

import io.snowflakeid.commandline.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.h2.tools.Server;

/** An H2 database in this process's memory, served on the loopback interface: for a run that was given no ledger. */
final class OwnServer implements AutoCloseable {

    private final Server server;
    private final Connection keptOpen;
    private final Database database;

    private OwnServer(Server server, Connection keptOpen, Database database) {
        this.server = server;
        this.keptOpen = keptOpen;
        this.database = database;
    }

    static OwnServer start() throws SQLException {
        // the server is for the writer processes on this machine; nobody else can reach it
        if (System.getProperty("h2.bindAddress") == null) {
            System.setProperty("h2.bindAddress", "127.0.0.1");
        }
        String name = "chaos-" + UUID.randomUUID();
        Database inside = new Database("the ledger", "jdbc:h2:mem:" + name, "sa", "");
        Connection keptOpen = inside.connect();
        try {
            Server server = Server.createTcpServer("-tcpPort", "0").start();
            String url = "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:" + name;
            return new OwnServer(server, keptOpen, new Database("the ledger", url, "sa", ""));
        } catch (SQLException e) {
            keptOpen.close();
            throw e;
        }
    }

    Database database() {
        return database;
    }

    @Override
    public void close() throws SQLException {
        keptOpen.close();
        server.stop();
    }
}
