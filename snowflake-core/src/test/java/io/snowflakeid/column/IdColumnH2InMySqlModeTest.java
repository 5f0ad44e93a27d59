package io.snowflakeid.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.IdFormat;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class IdColumnH2InMySqlModeTest extends IdColumnContract {

    @Override
    TestDatabase open() {
        return TestDatabase.h2("c" + UUID.randomUUID().toString().replace("-", ""));
    }

    @Test
    void autoIncrementIsAnIdentityHere() throws SQLException {
        IdColumn column = column("BIGINT AUTO_INCREMENT PRIMARY KEY");
        assertErrors(column.findings(LAYOUT), "is AUTO_INCREMENT or an identity");
    }

    @Test
    void aCharFillsUpNothing() throws SQLException {
        assertThat(column("CHAR(20)").findings(LAYOUT, IdFormat.DECIMAL)).isEmpty();
    }
}
