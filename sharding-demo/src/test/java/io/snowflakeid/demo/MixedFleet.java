package io.snowflakeid.demo;

import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Two versions of an application on one table {@code orders (id, name)}: an old one with counted ids, and one with ours. */
final class MixedFleet {

    static final long OURS = 2_071_236_410_478_198_784L;

    private final TestDatabase database;

    MixedFleet(TestDatabase database) {
        this.database = database;
    }

    long oldInsert() throws SQLException {
        return oldInsert(database.url());
    }

    /** The id that the database has generated. */
    long oldInsert(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, database.user(), database.password());
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO orders (name) VALUES ('old')", Statement.RETURN_GENERATED_KEYS);
            try (ResultSet keys = statement.getGeneratedKeys()) {
                keys.next();
                return keys.getLong(1);
            }
        }
    }

    void newInsert(long id) throws SQLException {
        newInsert(id, true);
    }

    void newInsert(long id, boolean committed) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO orders (id, name) VALUES (?, 'new')")) {
            connection.setAutoCommit(false);
            insert.setLong(1, id);
            insert.executeUpdate();
            if (committed) {
                connection.commit();
            } else {
                connection.rollback();
            }
        }
    }

    /** Inserts old and new rows in turn, the new ones from batches, and returns all ids in order. */
    List<Long> sideBySide(String oldUrl, int rounds) throws SQLException {
        List<Long> inserted = new ArrayList<>();
        SnowflakeLayout layout = SnowflakeLayout.DEFAULT.withGene(1);
        try (SnowflakeIdGenerator ids =
                SnowflakeIdGenerator.on(FixedWorkerLedger.of(layout, 3).inNamespace("mixed-fleet"))) {
            IdGenerator even = new EvenIds(ids);
            for (int round = 0; round < rounds; round++) {
                IdBatch batch = even.reserve(3);
                while (batch.remaining() > 0) {
                    long id = batch.next();
                    newInsert(id);
                    inserted.add(id);
                    inserted.add(oldInsert(oldUrl));
                }
            }
        }
        return inserted;
    }
}
