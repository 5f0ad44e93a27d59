package io.snowflakeid.spring.boot.contract.executable;

import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.IdGenerator;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Waits until it is stopped from outside. */
@SpringBootApplication
public class ExecutableApplication {

    public static void main(String[] args) {
        SpringApplication.run(ExecutableApplication.class, args);
    }

    /** Closed before the generator that it needs. */
    @Bean
    @ConditionalOnProperty("lose-the-pool")
    DisposableBean poolThatIsLost(IdGenerator ids, HikariDataSource pool) {
        return pool::close;
    }
}
