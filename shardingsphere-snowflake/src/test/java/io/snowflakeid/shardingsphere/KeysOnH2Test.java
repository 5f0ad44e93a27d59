package io.snowflakeid.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeLayout;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Inserts without a key by ShardingSphere: orders over 2 databases by user, in 2 tables by id; items by id. */
class KeysOnH2Test {

    private static final long FIRST = 1001;

    private static final List<Integer> RESERVED = new CopyOnWriteArrayList<>();
    private static final IdGenerator IDS = new Recorder(CountingIdGenerator.from(FIRST));
    private static final List<AutoCloseable> TO_CLOSE = new ArrayList<>();
    private static DataSource sharded; // one for the class: starting ShardingSphere takes seconds

    /** Records the sizes of reservations. */
    private record Recorder(IdGenerator ids) implements IdGenerator {

        @Override
        public long nextId() {
            RESERVED.add(1);
            return ids.nextId();
        }

        @Override
        public long nextId(long gene) {
            RESERVED.add(1);
            return ids.nextId(gene);
        }

        @Override
        public IdBatch reserve(int count) {
            RESERVED.add(count);
            return ids.reserve(count);
        }

        @Override
        public SnowflakeLayout layout() {
            return ids.layout();
        }
    }

    @BeforeAll
    static void start() throws Exception {
        Map<String, DataSource> physical = new LinkedHashMap<>();
        for (String name : List.of("ds_0", "ds_1")) {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl("jdbc:h2:mem:keys_" + name + ";MODE=MySQL;DB_CLOSE_DELAY=-1;DATABASE_TO_LOWER=TRUE"
                    + ";CASE_INSENSITIVE_IDENTIFIERS=TRUE");
            HikariDataSource pool = new HikariDataSource(config);
            TO_CLOSE.add(pool);
            physical.put(name, pool);
            for (String table : List.of("t_order_0", "t_order_1", "t_item_0", "t_item_1")) {
                try (Connection connection = pool.getConnection();
                        Statement statement = connection.createStatement()) {
                    statement.execute("CREATE TABLE " + table
                            + " (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, name VARCHAR(20) NOT NULL)");
                }
            }
        }
        sharded =
                YamlShardingSphereDataSourceFactory.createDataSource(physical, yaml().getBytes(StandardCharsets.UTF_8));
        TO_CLOSE.add(0, (AutoCloseable) sharded);
        SnowflakeKeyGenerator.register("orders", IDS);
    }

    private static String yaml() {
        return """
                mode:
                  type: Standalone
                  repository:
                    type: Memory
                rules:
                - !SHARDING
                  tables:
                    t_order:
                      actualDataNodes: ds_${0..1}.t_order_${0..1}
                      databaseStrategy:
                        standard: { shardingColumn: user_id, shardingAlgorithmName: database_of_user }
                      tableStrategy:
                        standard: { shardingColumn: id, shardingAlgorithmName: order_of_id }
                      keyGenerateStrategy: { column: id, keyGeneratorName: leased }
                    t_item:
                      actualDataNodes: ds_${0..1}.t_item_${0..1}
                      databaseStrategy:
                        standard: { shardingColumn: user_id, shardingAlgorithmName: database_of_user }
                      tableStrategy:
                        standard: { shardingColumn: id, shardingAlgorithmName: item_of_id }
                      keyGenerateStrategy: { column: id, keyGeneratorName: on_a_ledger }
                  shardingAlgorithms:
                    database_of_user:
                      type: INLINE
                      props: { algorithm-expression: "ds_${user_id % 2}" }
                    order_of_id:
                      type: INLINE
                      props: { algorithm-expression: "t_order_${id % 2}" }
                    item_of_id:
                      type: INLINE
                      props: { algorithm-expression: "t_item_${id % 2}" }
                  keyGenerators:
                    leased:
                      type: SNOWFLAKE_LEASED
                      props: { generator: orders }
                    on_a_ledger:
                      type: SNOWFLAKE_LEASED
                      props:
                        ledger: jdbc:h2:mem:keys_ledger;DB_CLOSE_DELAY=-1
                        ledger.scope: shared
                        ledger.window: 1m
                    on_a_fixed_worker: # made twice by each start, so the second must share what the first claimed
                      type: SNOWFLAKE_LEASED
                      props: { worker: 9, namespace: keys_on_h2 }
                """;
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable each : TO_CLOSE) {
            each.close();
        }
        SnowflakeKeyGenerator.unregister("orders", IDS);
        SnowflakeKeyGenerator.closeConfigured();
    }

    @BeforeEach
    void emptyTables() throws SQLException {
        execute("DELETE FROM t_order");
        execute("DELETE FROM t_item");
        RESERVED.clear();
    }

    @Test
    void setsIdsByOneReservationPerStatementAndReturnsThem() throws SQLException {
        List<Long> told = execute("INSERT INTO t_order (user_id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd')");

        assertThat(RESERVED).containsExactly(4);
        assertThat(told).hasSize(4).doesNotHaveDuplicates().isSorted();
        assertThat(idsByName("t_order"))
                .isEqualTo(Map.of("a", told.get(0), "b", told.get(1), "c", told.get(2), "d", told.get(3)));
    }

    @Test
    void fillsInEachRowOfABatch() throws SQLException {
        try (Connection connection = sharded.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO t_order (user_id, name) VALUES (?, ?), (?, ?)", Statement.RETURN_GENERATED_KEYS)) {
            for (int call = 0; call < 3; call++) {
                insert.setLong(1, call);
                insert.setString(2, "first " + call);
                insert.setLong(3, call + 1L);
                insert.setString(4, "second " + call);
                insert.addBatch();
            }
            insert.executeBatch();
            assertThat(keysOf(insert))
                    .containsExactlyInAnyOrderElementsOf(idsByName("t_order").values());
        }
        assertThat(idsByName("t_order")).hasSize(6);
        assertThat(RESERVED).containsExactly(2, 2, 2);
    }

    @Test
    void keepsAKeyThatTheRowBrings() throws SQLException {
        execute("INSERT INTO t_order (id, user_id, name) VALUES (5, 1, 'mine')");

        assertThat(idsByName("t_order")).isEqualTo(Map.of("mine", 5L));
        assertThat(RESERVED).isEmpty();
    }

    @Test
    void givesASecondTableTheIdsOfItsOwnLedger() throws SQLException {
        execute("INSERT INTO t_order (user_id, name) VALUES (1, 'a')");
        List<Long> told = execute("INSERT INTO t_item (user_id, name) VALUES (1, 'x'), (2, 'y')");

        assertThat(RESERVED).containsExactly(1);
        assertThat(idsByName("t_item")).isEqualTo(Map.of("x", told.get(0), "y", told.get(1)));
        assertThat(told)
                .allSatisfy(id -> assertThat(SnowflakeLayout.DEFAULT.decode(id).timestamp())
                        .isAfter("2026-01-01T00:00:00Z"));
    }

    private static List<Long> execute(String sql) throws SQLException {
        try (Connection connection = sharded.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            statement.executeUpdate();
            return keysOf(statement);
        }
    }

    private static List<Long> keysOf(Statement statement) throws SQLException {
        List<Long> keys = new ArrayList<>();
        try (ResultSet rows = statement.getGeneratedKeys()) {
            while (rows.next()) {
                keys.add(rows.getLong(1));
            }
        }
        return keys;
    }

    private static Map<String, Long> idsByName(String table) throws SQLException {
        Map<String, Long> ids = new LinkedHashMap<>();
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT name, id FROM " + table)) {
            while (rows.next()) {
                ids.put(rows.getString(1), rows.getLong(2));
            }
        }
        return ids;
    }
}
