package io.snowflakeid.demo.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.demo.shop.UniquenessCheck.DatabaseRows;
import io.snowflakeid.demo.shop.UniquenessCheck.Found;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two shards in two databases, with two orders of one item and one payment each, into which tests insert errors. */
class UniquenessCheckTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT.withGene(1);

    private final CountingIdGenerator ids = CountingIdGenerator.from(LAYOUT, 1_000_000_000L);
    private final List<Connection> databases = new ArrayList<>();
    private final long[] order = new long[2];

    @BeforeEach
    void placeTwoOrders() throws SQLException {
        for (int shard = 0; shard < 2; shard++) {
            Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
            databases.add(connection);
            long user = 1;
            while (LAYOUT.geneOf(user) != shard) {
                user++;
            }
            order[shard] = ids.nextId(shard);
            execute(
                    shard,
                    "CREATE TABLE t_order_# (id BIGINT, user_id BIGINT, number INT, attempt INT, amount_cents BIGINT)",
                    "CREATE TABLE t_order_item_# (id BIGINT, order_id BIGINT, price_cents BIGINT)",
                    "CREATE TABLE t_payment_# (id BIGINT, order_id BIGINT, amount_cents BIGINT)",
                    "INSERT INTO t_order_# VALUES (" + order[shard] + ", " + user + ", " + shard + ", 1, 700)",
                    "INSERT INTO t_order_item_# VALUES (" + ids.nextId(shard) + ", " + order[shard] + ", 700)",
                    "INSERT INTO t_payment_# VALUES (" + ids.nextId(shard) + ", " + order[shard] + ", 700)");
        }
    }

    @AfterEach
    void close() throws SQLException {
        for (Connection connection : databases) {
            connection.close();
        }
    }

    private void execute(int shard, String... statements) throws SQLException {
        try (Statement statement = databases.get(shard).createStatement()) {
            for (String sql : statements) {
                statement.execute(sql.replace("#", String.valueOf(shard)));
            }
        }
    }

    private Found check() throws SQLException {
        UniquenessCheck check = new UniquenessCheck(LAYOUT);
        for (int shard = 0; shard < 2; shard++) {
            check.read("ds_" + shard, databases.get(shard), List.of(shard));
        }
        return check.found(2);
    }

    @Test
    void findsNothingWhereAllIsWell() throws SQLException {
        Found found = check();
        assertThat(found.idsChecked()).isEqualTo(6);
        assertThat(found.duplicates() + found.misplacedRows() + found.incomplete())
                .isZero();
        assertThat(found.ordersMissing() + found.ordersTwice()).isZero();
        assertThat(found.rowsPerDatabase())
                .containsExactly(new DatabaseRows("ds_0", 1, 0), new DatabaseRows("ds_1", 1, 0));
    }

    @Test
    void findsAnIdThatOccursTwiceInOneDatabase() throws SQLException {
        execute(0, "INSERT INTO t_payment_# SELECT id, order_id, 0 FROM t_payment_#");
        assertThat(check().duplicates()).isEqualTo(1);
    }

    @Test
    void findsAnIdThatOccursInTwoDatabases() throws SQLException {
        execute(1, "UPDATE t_payment_# SET id = " + order[0]);
        Found found = check();
        assertThat(found.duplicates()).isEqualTo(1);
        assertThat(found.misplacedRows()).isEqualTo(1);
    }

    @Test
    void findsALostOrder() throws SQLException {
        execute(1, "DELETE FROM t_order_#");
        assertThat(check().ordersMissing()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t_order_item_#", "t_payment_#"})
    void findsALostItemOrPayment(String table) throws SQLException {
        execute(0, "DELETE FROM " + table);
        assertThat(check().incomplete()).isEqualTo(1);
    }

    @Test
    void findsAnOrderThatIsStoredTwice() throws SQLException {
        execute(
                0,
                "INSERT INTO t_order_# SELECT " + ids.nextId(0)
                        + ", user_id, number, 2, 0 FROM t_order_# WHERE attempt = 1");
        Found found = check();
        assertThat(found.ordersTwice()).isEqualTo(1);
        assertThat(found.rowsPerDatabase().get(0).placedAgain()).isEqualTo(1);
    }

    @Test
    void findsAnItemOfAnOrderInAnotherShard() throws SQLException {
        execute(0, "UPDATE t_order_item_# SET order_id = " + order[1]);
        assertThat(check().misplacedRows()).isEqualTo(1);
    }

    @Test
    void findsAnOrderInAnotherUsersShard() throws SQLException {
        long user = 0;
        while (LAYOUT.geneOf(user) != 1) {
            user++;
        }
        execute(0, "UPDATE t_order_# SET user_id = " + user);
        assertThat(check().misplacedRows()).isEqualTo(1);
    }
}
