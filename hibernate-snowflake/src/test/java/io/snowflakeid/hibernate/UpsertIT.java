package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.hibernate.Entities.Identified;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ids of rows that already exist, on each database, as documented in docs/hibernate.md. */
class UpsertIT {

    private static final int WORKER = 793;

    @Entity(name = "Hero")
    static class Hero extends Identified {
        @Column(unique = true)
        String name;

        int n;

        Hero() {}

        Hero(Long id, String name, int n) {
            this.id = id;
            this.name = name;
            this.n = n;
        }
    }

    enum Database {
        MYSQL,
        MARIADB,
        POSTGRES,
        H2;

        private TestDatabase newDatabase() {
            return switch (this) {
                case MYSQL -> DatabaseServer.MYSQL.newDatabase();
                case MARIADB -> DatabaseServer.MARIADB.newDatabase().through("mariadb");
                case POSTGRES -> DatabaseServer.POSTGRES.newDatabase();
                case H2 -> TestDatabase.plainH2("upsert_" + UUID.randomUUID());
            };
        }

        boolean isLikeMySql() {
            return this == MYSQL || this == MARIADB;
        }

        /** With one row: 10, old, 1. */
        HibernateOn withOldRow() {
            HibernateOn hibernate =
                    HibernateOn.database(newDatabase(), Map.of(SnowflakeSettings.WORKER, WORKER), Hero.class);
            hibernate.persisted(new Hero(10L, "old", 1));
            return hibernate;
        }
    }

    private static List<String> rows(HibernateOn hibernate) {
        return hibernate.fromTransaction(session -> session.createSelectionQuery("from Hero order by id", Hero.class)
                .getResultStream()
                .map(hero -> (hero.id < 1000 ? hero.id : "ours") + " " + hero.name + " " + hero.n)
                .toList());
    }

    private static void execute(HibernateOn hibernate, String hql) {
        hibernate.inTransaction(session -> session.createMutationQuery(hql).executeUpdate());
    }

    @ParameterizedTest
    @EnumSource
    void upsertMatchesRowsById(Database database) throws Exception {
        try (HibernateOn hibernate = database.withOldRow()) {
            hibernate.statelessly(session -> session.upsert(new Hero(10L, "renamed", 2)));
            hibernate.statelessly(session -> session.upsert(new Hero(11L, "new", 2)));
            assertThat(rows(hibernate)).containsExactly("10 renamed 2", "11 new 2");
        }
    }

    /** It runs ON DUPLICATE KEY UPDATE, for which any unique key counts: the entity then has an id that no row has. */
    @ParameterizedTest
    @EnumSource
    void upsertFindsAnotherRowByItsNameOnMySqlAndMariaDb(Database database) throws Exception {
        try (HibernateOn hibernate = database.withOldRow()) {
            Hero hero = new Hero(11L, "old", 2);
            if (database.isLikeMySql()) {
                hibernate.statelessly(session -> session.upsert(hero));
                assertThat(rows(hibernate)).containsExactly("10 old 2");
            } else {
                assertThatThrownBy(() -> hibernate.statelessly(session -> session.upsert(hero)))
                        .hasRootCauseInstanceOf(SQLException.class);
                assertThat(rows(hibernate)).containsExactly("10 old 1");
            }
            assertThat(hero.id).isEqualTo(11);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRowThatIsThereKeepsItsIdInAnInsertStatement(Database database) throws Exception {
        String statement =
                "insert into Hero (name, n) values ('old', 2), ('new', 2) on conflict (name) do update set n = 9";
        try (HibernateOn hibernate = database.withOldRow()) {
            execute(hibernate, statement);
            execute(
                    hibernate,
                    "insert into Hero (id, name, n) values (11, 'old', 2) on conflict (name) do update set n = 8");
            assertThat(rows(hibernate)).containsExactly("10 old 8", "ours new 2");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRowThatIsLeftOutTakesItsIdAlong(Database database) throws Exception {
        String statement = "insert into Hero (name, n) values ('old', 2), ('new', 2) on conflict (name) do nothing";
        try (HibernateOn hibernate = database.withOldRow()) {
            execute(hibernate, statement);
            assertThat(rows(hibernate)).containsExactly("10 old 1", "ours new 2");
        }
    }
}
