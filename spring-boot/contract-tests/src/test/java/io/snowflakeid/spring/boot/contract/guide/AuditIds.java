package io.snowflakeid.spring.boot.contract.guide;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class AuditIds {

    @Bean(defaultCandidate = false)
    SnowflakeIdGenerator audit(DataSource dataSource) {
        return SnowflakeIdGenerator.on(JdbcWorkerLedger.shared(SnowflakeLayout.SONYFLAKE_LIKE, dataSource)
                .namespace("audit")
                .build());
    }
}
