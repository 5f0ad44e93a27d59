package io.snowflakeid.spring.boot.contract.guide;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import io.snowflakeid.ledger.LedgerGroup;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class OwnLedger {

    private final DataSource one = memory("one");
    private final DataSource other = memory("other");

    private static DataSource memory(String name) {
        JdbcDataSource memory = new JdbcDataSource();
        memory.setURL("jdbc:h2:mem:guide-" + name + ";DB_CLOSE_DELAY=-1");
        return memory;
    }

    @Bean
    WorkerLedger workers() {
        return LedgerGroup.of(
                JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, one)
                        .workers(0, 511)
                        .build(),
                JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, other)
                        .workers(512, 1023)
                        .build());
    }
}
