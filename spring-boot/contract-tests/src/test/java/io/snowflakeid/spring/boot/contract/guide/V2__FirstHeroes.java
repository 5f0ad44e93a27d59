package io.snowflakeid.spring.boot.contract.guide;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.flywaydb.core.api.migration.BaseJavaMigration;
import org.flywaydb.core.api.migration.Context;
import org.springframework.stereotype.Component;

@Component
public class V2__FirstHeroes extends BaseJavaMigration {

    @Override
    public void migrate(Context context) throws SQLException {
        DataSource dataSource = context.getConfiguration().getDataSource();
        JdbcWorkerLedger ledger =
                JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, dataSource).build();
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(ledger);
                PreparedStatement insert =
                        context.getConnection().prepareStatement("insert into hero (id, name) values (?, ?)")) {
            insert.setLong(1, ids.nextId());
            insert.setString(2, "Ayla");
            insert.executeUpdate();
        }
    }
}
