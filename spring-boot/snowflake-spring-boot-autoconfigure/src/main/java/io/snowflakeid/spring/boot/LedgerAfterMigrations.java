package io.snowflakeid.spring.boot;

import io.snowflakeid.IdGenerator;
import java.util.Set;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitializationDetector;
import org.springframework.core.env.Environment;

/**
 * Ensures that Spring runs Flyway, Liquibase and SQL scripts before Spring creates a generator. Flyway rejects a schema that contains the ledger's
 * tables but not Flyway's own table. Migrations may also create the ledger's tables.
 */
final class LedgerAfterMigrations implements DependsOnDatabaseInitializationDetector {

    private final Environment environment;

    LedgerAfterMigrations(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Set<String> detect(ConfigurableListableBeanFactory beans) {
        // Generators must not depend on deferred SQL scripts, because deferred scripts run after Hibernate starts.
        boolean scriptsAfterHibernate =
                environment.getProperty("spring.jpa.defer-datasource-initialization", Boolean.class, false);
        return scriptsAfterHibernate ? Set.of() : Set.of(beans.getBeanNamesForType(IdGenerator.class, false, false));
    }
}
