package io.snowflakeid.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.Gene;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.JdbcWorkerLedger;
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
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Real routing by ShardingSphere: 8 logical shards, 4 tables in each of 2 databases; every statement below it is recorded. */
class GeneShardingOnH2Test {

    private static final int BITS = 3;
    private static final long USER = 4711;
    private static final long SHARD = Gene.of(USER, BITS);
    private static final long ORDER = idOf(1, SHARD);

    private static final List<String> REACHED = new CopyOnWriteArrayList<>(); // "ds_0: SELECT …"
    private static final Map<String, DataSource> PHYSICAL = new LinkedHashMap<>();
    private static final List<AutoCloseable> TO_CLOSE = new ArrayList<>();
    private static DataSource sharded; // one for the class: starting ShardingSphere takes seconds

    @BeforeAll
    static void start() throws Exception {
        for (int database = 0; database < 2; database++) {
            String name = "ds_" + database;
            HikariDataSource pool = pool(name);
            TO_CLOSE.add(pool);
            PHYSICAL.put(name, pool);
            for (int shard = 4 * database; shard < 4 * database + 4; shard++) {
                createTables(pool, shard);
            }
        }
        sharded =
                YamlShardingSphereDataSourceFactory.createDataSource(PHYSICAL, yaml().getBytes(StandardCharsets.UTF_8));
        TO_CLOSE.add(0, (AutoCloseable) sharded);
    }

    private static HikariDataSource pool(String name) {
        String url = "jdbc:h2:mem:" + name + ";MODE=MySQL;DB_CLOSE_DELAY=-1;DATABASE_TO_LOWER=TRUE"
                + ";CASE_INSENSITIVE_IDENTIFIERS=TRUE";
        JdbcDataSource driver = new JdbcDataSource();
        driver.setURL(url);
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url); // read by ShardingSphere; connections come from the data source below
        config.setMaximumPoolSize(10);
        config.setDataSource(ProxyDataSourceBuilder.create(driver)
                .afterQuery(
                        (execution, queries) -> queries.forEach(query -> REACHED.add(name + ": " + query.getQuery())))
                .build());
        return new HikariDataSource(config);
    }

    private static void createTables(DataSource physical, int shard) throws SQLException {
        try (Connection connection = physical.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order_" + shard
                    + " (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, amount INT NOT NULL)");
            statement.execute("CREATE TABLE t_order_item_" + shard
                    + " (id BIGINT PRIMARY KEY, order_id BIGINT NOT NULL, sku VARCHAR(20) NOT NULL)");
            statement.execute("CREATE TABLE t_note_" + shard
                    + " (id VARCHAR(19) PRIMARY KEY, user_id BIGINT NOT NULL, text VARCHAR(20) NOT NULL)");
        }
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
                      actualDataNodes: ds_0.t_order_${0..3},ds_1.t_order_${4..7}
                      databaseStrategy:
                        complex: { shardingColumns: "id,user_id", shardingAlgorithmName: database_of_gene }
                      tableStrategy:
                        complex: { shardingColumns: "id,user_id", shardingAlgorithmName: table_of_gene }
                    t_order_item:
                      actualDataNodes: ds_0.t_order_item_${0..3},ds_1.t_order_item_${4..7}
                      databaseStrategy:
                        complex: { shardingColumns: "id,order_id", shardingAlgorithmName: database_of_gene }
                      tableStrategy:
                        complex: { shardingColumns: "id,order_id", shardingAlgorithmName: table_of_gene }
                    t_note:
                      actualDataNodes: ds_0.t_note_${0..3},ds_1.t_note_${4..7}
                      databaseStrategy:
                        complex: { shardingColumns: "id,user_id", shardingAlgorithmName: lenient_database }
                      tableStrategy:
                        complex: { shardingColumns: "id,user_id", shardingAlgorithmName: lenient_table }
                  bindingTables:
                    - t_order,t_order_item
                  shardingAlgorithms:
                    database_of_gene:
                      type: SNOWFLAKE_GENE
                      props: { gene-bits: 3, id-columns: "id,order_id", key-columns: user_id, shards-per-target: 4 }
                    table_of_gene:
                      type: SNOWFLAKE_GENE
                      props: { gene-bits: 3, id-columns: "id,order_id", key-columns: user_id }
                    lenient_database:
                      type: CLASS_BASED
                      props:
                        strategy: COMPLEX
                        algorithmClassName: io.snowflakeid.shardingsphere.GeneShardingAlgorithm
                        gene-bits: 3
                        id-columns: id
                        key-columns: user_id
                        shards-per-target: 4
                        on-mismatch: by-id
                    lenient_table:
                      type: CLASS_BASED
                      props:
                        strategy: COMPLEX
                        algorithmClassName: io.snowflakeid.shardingsphere.GeneShardingAlgorithm
                        gene-bits: 3
                        id-columns: id
                        key-columns: user_id
                        on-mismatch: by-id
                """;
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable each : TO_CLOSE) {
            each.close();
        }
    }

    @BeforeEach
    void emptyTables() throws SQLException {
        update("DELETE FROM t_order");
        update("DELETE FROM t_order_item");
        update("DELETE FROM t_note");
        REACHED.clear();
    }

    // ---- none of this can hold a ledger

    @Test
    void aLedgerRefusesTheRouterAndPoolsOfIt() {
        assertThatThrownBy(() -> JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, sharded))
                .hasMessageStartingWith("a physical data source is needed, but " + ROUTER + " routes to many");
        HikariConfig config = new HikariConfig();
        config.setDataSource(sharded);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            assertThatThrownBy(() -> JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, pool))
                    .hasMessageContainingAll(
                            "a physical data source is needed",
                            "com.zaxxer.hikari.HikariDataSource wraps " + ROUTER + ", which routes to many",
                            "pass the pool of one database");
        }
        assertThatCode(() -> JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, PHYSICAL.get("ds_0")))
                .doesNotThrowAnyException();
    }

    private static final String ROUTER =
            "org.apache.shardingsphere.driver.jdbc.core.datasource.ShardingSphereDataSource";

    @Test
    void insertsIntoTheTableOfTheGene() throws SQLException {
        update("INSERT INTO t_order (id, user_id, amount) VALUES (?, ?, ?)", ORDER, USER, 100);

        assertThat(reached()).containsExactly(database(SHARD) + ".t_order_" + SHARD);
        assertThat(rows(SHARD)).isEqualTo(1);
    }

    @Test
    void insertsEachRowOfAStatementIntoItsOwnTable() throws SQLException {
        update(
                "INSERT INTO t_order_item (id, order_id, sku) VALUES (?, ?, ?), (?, ?, ?)",
                idOf(1, 1),
                idOf(9, 1),
                "a",
                idOf(2, 6),
                idOf(9, 6),
                "b");

        assertThat(reached()).containsExactly("ds_0.t_order_item_1", "ds_1.t_order_item_6");
    }

    @Test
    void findsByIdInOneTable() throws SQLException {
        insertOrder();

        assertThat(find("SELECT id FROM t_order WHERE id = ?", ORDER)).containsExactly(ORDER);
        assertThat(reached()).containsExactly(database(SHARD) + ".t_order_" + SHARD);
    }

    @Test
    void findsByKeyInTheSameTable() throws SQLException {
        insertOrder();

        assertThat(find("SELECT id FROM t_order WHERE user_id = ?", USER)).containsExactly(ORDER);
        assertThat(find("SELECT id FROM t_order WHERE user_id = " + USER)).containsExactly(ORDER);
        assertThat(find("SELECT id FROM t_order WHERE user_id = '" + USER + "'"))
                .containsExactly(ORDER);
        assertThat(reached()).containsExactly(database(SHARD) + ".t_order_" + SHARD);
    }

    @Test
    void findsAListOfIdsInTheirTables() throws SQLException {
        insertOrder();

        assertThat(find("SELECT id FROM t_order WHERE id IN (?, ?, ?)", ORDER, idOf(5, 0), idOf(5, 7)))
                .containsExactly(ORDER);
        assertThat(reached())
                .containsExactlyInAnyOrderElementsOf(new TreeSet<>(
                        Set.of("ds_0.t_order_0", "ds_1.t_order_7", database(SHARD) + ".t_order_" + SHARD)));
    }

    @Test
    void asksEveryTableWithoutOneOfTheColumnsAndForARange() throws SQLException {
        insertOrder();

        assertThat(find("SELECT id FROM t_order WHERE amount = 100")).containsExactly(ORDER);
        assertThat(reached()).hasSize(8);
        assertThat(find("SELECT id FROM t_order WHERE id BETWEEN ? AND ?", ORDER - 1, ORDER + 1))
                .containsExactly(ORDER);
        assertThat(reached()).hasSize(8);
    }

    @Test
    void joinsAnOrderWithItsItemsInOneTable() throws SQLException {
        insertOrder();
        update("INSERT INTO t_order_item (id, order_id, sku) VALUES (?, ?, ?)", idOf(2, SHARD), ORDER, "a");
        REACHED.clear();

        assertThat(find(
                        "SELECT i.id FROM t_order o JOIN t_order_item i ON i.order_id = o.id WHERE o.user_id = ?",
                        USER))
                .containsExactly(idOf(2, SHARD));
        assertThat(databases()).containsExactly(database(SHARD));
        assertThat(REACHED).hasSize(1);
    }

    @Test
    void updatesAndDeletesInOneTable() throws SQLException {
        insertOrder();

        assertThat(update("UPDATE t_order SET amount = ? WHERE id = ?", 5, ORDER))
                .isEqualTo(1);
        assertThat(update("DELETE FROM t_order WHERE user_id = ?", USER)).isEqualTo(1);
        assertThat(reached()).containsExactly(database(SHARD) + ".t_order_" + SHARD);
    }

    @Test
    void refusesARowWhoseIdLacksTheGeneOfItsKey() {
        long other = (SHARD + 1) % 8;

        assertThatThrownBy(() ->
                        update("INSERT INTO t_order (id, user_id, amount) VALUES (?, ?, ?)", idOf(1, other), USER, 100))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("t_order: id " + idOf(1, other) + " (shard " + other + ") and user_id " + USER
                        + " (shard " + SHARD + ") lead to different shards");
        assertThat(REACHED).isEmpty();
    }

    @Test
    void queriesOneTableByIdIfConfigured() throws SQLException {
        update("INSERT INTO t_note (id, user_id, text) VALUES (?, ?, ?)", String.valueOf(ORDER), USER, "mine");
        long stranger = keyOutside(SHARD);
        REACHED.clear();

        assertThat(find("SELECT id FROM t_note WHERE id = ? AND user_id = ?", String.valueOf(ORDER), USER))
                .hasSize(1);
        assertThat(find("SELECT id FROM t_note WHERE id = ? AND user_id = ?", String.valueOf(ORDER), stranger))
                .isEmpty();
        assertThat(reached()).containsExactly(database(SHARD) + ".t_note_" + SHARD);
    }

    private static void insertOrder() throws SQLException {
        update("INSERT INTO t_order (id, user_id, amount) VALUES (?, ?, ?)", ORDER, USER, 100);
        REACHED.clear();
    }

    private static long idOf(long number, long shard) {
        return (1_855_555_555_555L + number) << BITS | shard;
    }

    private static long keyOutside(long shard) {
        long key = USER;
        while (Gene.of(key, BITS) == shard) {
            key++;
        }
        return key;
    }

    private static String database(long shard) {
        return "ds_" + shard / 4;
    }

    private static long rows(long shard) throws SQLException {
        try (Connection connection = PHYSICAL.get(database(shard)).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_order_" + shard)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static int update(String sql, Object... values) throws SQLException {
        try (Connection connection = sharded.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            return statement.executeUpdate();
        }
    }

    private static List<Long> find(String sql, Object... values) throws SQLException {
        try (Connection connection = sharded.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            List<Long> ids = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    ids.add(rows.getLong(1));
                }
            }
            return ids;
        }
    }

    private static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }

    /** The databases that the driver has accessed since the record was cleared. */
    private static Set<String> databases() {
        return REACHED.stream()
                .map(line -> line.substring(0, line.indexOf(':')))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The physical tables, as database.table. */
    private static Set<String> reached() {
        Set<String> tables = new TreeSet<>();
        for (String line : REACHED) {
            Matcher names = Pattern.compile("\\bt_(order_item|order|note)_\\d+").matcher(line);
            while (names.find()) {
                tables.add(line.substring(0, line.indexOf(':')) + "." + names.group());
            }
        }
        return tables;
    }
}
