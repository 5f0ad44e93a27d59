package io.snowflakeid.spring.boot;

import io.snowflakeid.IdGenerator;
import java.util.Set;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitializationDetector;
import org.springframework.core.env.Environment;

/**
 * Lets Flyway, Liquibase and scripts go first: Flyway refuses a schema in which it finds the ledger's tables and not its own, and
 * migrations may be what creates the ledger's tables.
 */
final class LedgerAfterMigrations implements DependsOnDatabaseInitializationDetector {

    private final Environment environment;

    LedgerAfterMigrations(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Set<String> detect(ConfigurableListableBeanFactory beans) {
        // Hibernate is then among those that go first, and it cannot without ids
        boolean scriptsAfterHibernate =
                environment.getProperty("spring.jpa.defer-datasource-initialization", Boolean.class, false);
        return scriptsAfterHibernate ? Set.of() : Set.of(beans.getBeanNamesForType(IdGenerator.class, false, false));
    }
}
