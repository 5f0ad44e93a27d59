package io.snowflakeid.spring.boot.contract.guide;

import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.IdGenerator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class OwnGenerator {

    @Bean
    IdGenerator countingIds() {
        return CountingIdGenerator.from(1001);
    }
}
