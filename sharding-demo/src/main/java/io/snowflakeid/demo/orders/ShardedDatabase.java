package io.snowflakeid.demo.orders;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.commandline.Database;
import java.io.IOException;
import java.io.InputStream;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;
import org.apache.shardingsphere.driver.jdbc.core.datasource.ShardingSphereDataSource;

/** The 4 databases as one: Hikari pools, and ShardingSphere-JDBC over them as {@code orders/sharding.yaml} says. */
final class ShardedDatabase implements AutoCloseable {

    private static final String RULES = "/orders/sharding.yaml";
    private static final int CONNECTIONS =
            3; // for a transaction, a row of the merchants' index, and now and then the ledger

    /** Hikari's own patience is 30 s: as long would each customer of a lost database wait. */
    private static final long MILLIS_TO_WAIT_FOR_CONNECTION = 2_000;

    private final Map<String, DataSource> pools = new LinkedHashMap<>();
    private final Map<String, Cable> cables = new LinkedHashMap<>();
    private final StatementCounter statements = new StatementCounter();
    private final DataSource sharded;

    ShardedDatabase(List<Database> databases) throws SQLException, IOException {
        for (int i = 0; i < databases.size(); i++) {
            String name = "ds_" + i; // as the rules call it
            pools.put(name, pool(name, databases.get(i)));
        }
        sharded = YamlShardingSphereDataSourceFactory.createDataSource(pools, rules());
    }

    private HikariDataSource pool(String name, Database database) throws SQLException {
        Cable cable = new Cable(
                name,
                DriverManager.getDriver(database.url()).getClass().getName(),
                database.url(),
                properties(database));
        cables.put(name, cable);
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(database.url()); // for ShardingSphere, which reads the kind of database from it
        config.setDataSource(statements.watching(name, cable));
        config.setMaximumPoolSize(CONNECTIONS);
        // else the pool asks a lost database by itself, ever more rarely, and would refuse for 5 s after its return
        config.setMinimumIdle(0);
        config.setConnectionTimeout(MILLIS_TO_WAIT_FOR_CONNECTION);
        config.setValidationTimeout(MILLIS_TO_WAIT_FOR_CONNECTION / 2);
        return new HikariDataSource(config);
    }

    private static Properties properties(Database database) {
        Properties properties = new Properties();
        properties.setProperty("user", database.user());
        properties.setProperty("password", database.password());
        if (database.url().startsWith("jdbc:mysql:")) {
            properties.setProperty("rewriteBatchedStatements", "true"); // else a batch travels row by row
        }
        return properties;
    }

    private static byte[] rules() throws IOException {
        try (InputStream rules = ShardedDatabase.class.getResourceAsStream(RULES)) {
            if (rules == null) {
                throw new IOException(RULES + " is missing from the class path");
            }
            return rules.readAllBytes();
        }
    }

    /** All four as one. */
    DataSource sharded() {
        return sharded;
    }

    /** The first database itself, past ShardingSphere: behind the router a ledger's table would lie on any of them. */
    DataSource physicalForLedger() {
        return pools.values().iterator().next();
    }

    /** Between us and one of the databases. */
    Cable cable(int database) {
        return Objects.requireNonNull(cables.get("ds_" + database));
    }

    StatementCounter statements() {
        return statements;
    }

    /** Closes the pools as well, which ShardingSphere counts as its own. */
    @Override
    public void close() throws SQLException {
        ((ShardingSphereDataSource) sharded).close();
    }
}
