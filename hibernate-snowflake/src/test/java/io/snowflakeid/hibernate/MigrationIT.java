package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.hibernate.Entities.Identified;
import io.snowflakeid.testing.servers.TestDatabase;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A table with AUTO_INCREMENT ids, migrated by the statement of the guide. */
class MigrationIT {

    @Entity(name = "Hero")
    @Table(name = "hero")
    static class Hero extends Identified {
        String name = "";
    }

    @Test
    void oldRowsStayAndNewOnesSortBehindThem() throws Exception {
        TestDatabase database = HibernateOn.newMySqlOrMariaDb();
        database.execute(
                "create table hero (id bigint not null auto_increment primary key, name varchar(40) not null)",
                "insert into hero (name) values ('old'), ('old')",
                statementIn("migration.sql"));
        Map<String, Object> settings = Map.of(SnowflakeSettings.WORKER, 835, "hibernate.hbm2ddl.auto", "validate");
        try (HibernateOn hibernate = HibernateOn.database(database, settings, Hero.class)) {
            long fresh = hibernate.persisted(new Hero()).id;
            List<Long> ids = hibernate.fromTransaction(
                    session -> session.createSelectionQuery("select id from Hero order by id", Long.class)
                            .getResultList());
            assertThat(ids).containsExactly(1L, 2L, fresh);
            List<String> extra = hibernate.fromTransaction(session -> session.createNativeQuery(
                            "select extra from information_schema.columns"
                                    + " where table_schema = database() and table_name = 'hero' and column_name = 'id'",
                            String.class)
                    .getResultList());
            assertThat(extra).containsExactly("");
        }
    }

    private static String statementIn(String file) throws Exception {
        try (InputStream in = MigrationIT.class.getResourceAsStream("/guide/" + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).trim().replaceAll(";$", "");
        }
    }
}
