package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.hibernate.Entities.Hero;
import io.snowflakeid.hibernate.Entities.Joined;
import io.snowflakeid.hibernate.Entities.JoinedChild;
import io.snowflakeid.testing.servers.TestDatabase;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The check of real columns on real MySQL or MariaDB. */
class ColumnCheckIT {

    private TestDatabase database;

    @BeforeEach
    void open() {
        database = HibernateOn.newMySqlOrMariaDb();
    }

    @AfterEach
    void close() throws Exception {
        if (database != null) {
            database.close();
        }
    }

    @Test
    void whatHibernateCreatesItselfPasses() throws Exception {
        start("create", Hero.class, Joined.class, JoinedChild.class);
    }

    @Test
    void anOldTableIsRefusedUntilItIsChanged() throws Exception {
        database.execute("CREATE TABLE Hero (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY COMMENT 'who')");
        assertThatThrownBy(() -> start("validate", Hero.class))
                .hasMessageContaining("Hero.id: Hero.id is AUTO_INCREMENT or an identity; needed: no AUTO_INCREMENT");
        database.execute("ALTER TABLE Hero MODIFY id BIGINT NOT NULL");
        start("validate", Hero.class);
    }

    private void start(String schema, Class<?>... entities) throws Exception {
        Map<String, Object> settings = Map.of("hibernate.hbm2ddl.auto", schema, SnowflakeSettings.WORKER, 761);
        HibernateOn.keeping(database, settings, entities).close();
    }
}
