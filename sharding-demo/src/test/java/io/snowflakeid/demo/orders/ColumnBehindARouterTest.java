package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.column.ColumnName;
import io.snowflakeid.column.Finding;
import io.snowflakeid.column.IdColumn;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.CreatedTables;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A logical table exists in none of the databases: what is found is the first of its real ones. */
class ColumnBehindARouterTest {

    @Test
    void aLogicalTableIsJudgedByARealOneWithoutStatements() throws Exception {
        List<Database> databases = FourDatabases.inMemory();
        ShardedTables.create(databases, new CreatedTables(), done -> {});
        for (Database database : databases) {
            for (int shard = 0; shard < 64; shard++) {
                FourDatabases.execute(
                        database, "ALTER TABLE IF EXISTS t_payment_" + shard + " ALTER COLUMN id SET DATA TYPE INT");
            }
        }
        try (ShardedDatabase sharded = new ShardedDatabase(databases);
                Connection connection = sharded.sharded().getConnection()) {
            assertThat(IdColumn.read(connection, ColumnName.of("t_order", "id"))
                            .orElseThrow()
                            .findings(SnowflakeLayout.DEFAULT))
                    .isEmpty();
            assertThat(IdColumn.read(connection, ColumnName.of("t_payment", "id"))
                            .orElseThrow()
                            .findings(SnowflakeLayout.DEFAULT))
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Finding.Severity.ERROR));
            assertThat(IdColumn.read(connection, ColumnName.of("t_nothing", "id")))
                    .isEmpty();
        }
    }
}
