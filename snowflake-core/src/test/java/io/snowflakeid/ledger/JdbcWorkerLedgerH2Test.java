package io.snowflakeid.ledger;

import io.snowflakeid.testing.TestDatabase;
import java.util.UUID;

class JdbcWorkerLedgerH2Test extends JdbcWorkerLedgerContract {
    @Override
    TestDatabase newDatabase() {
        return TestDatabase.h2("ledger_" + UUID.randomUUID().toString().replace("-", ""));
    }
}
