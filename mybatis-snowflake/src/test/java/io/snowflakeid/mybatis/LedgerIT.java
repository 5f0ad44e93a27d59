package io.snowflakeid.mybatis;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.mybatis.guide.Hero;
import io.snowflakeid.mybatis.guide.HeroMapper;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.Reader;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.apache.ibatis.io.Resources;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.junit.jupiter.api.Test;

/** A ledger on real MySQL, from a configuration file alone; rows on H2. */
class LedgerIT {

    @Test
    void twoApplicationsLeaseOneWorkerInThisProcess() throws Exception {
        try (TestDatabase ledger = DatabaseServer.mySqlOrMariaDb().newDatabase();
                TestDatabase heroes = TestDatabase.h2("heroes_of_mysql")) {
            heroes.execute("CREATE TABLE hero (id BIGINT PRIMARY KEY, name VARCHAR(40), guild_id BIGINT)");
            Hero ann = new Hero("Ann");
            Hero bob = new Hero("Bob");
            SqlSessionFactory first = sessions(heroes, ledger);
            SqlSessionFactory second = sessions(heroes, ledger);
            insert(first, ann);
            insert(second, bob);
            assertThat(held(ledger)).isEqualTo(1);
            close(first);
            insert(second, new Hero("Cid"));
            assertThat(held(ledger)).isEqualTo(1);
            close(second);
            assertThat(held(ledger)).isZero();
            assertThat(bob.getId()).isGreaterThan(ann.getId());
        }
    }

    private static SqlSessionFactory sessions(TestDatabase heroes, TestDatabase ledger) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("url", heroes.url());
        properties.setProperty("ids.url", ledger.url());
        properties.setProperty("ids.user", ledger.user());
        properties.setProperty("ids.password", ledger.password());
        try (Reader xml = Resources.getResourceAsReader("io/snowflakeid/mybatis/guide/ledger-config.xml")) {
            return new SqlSessionFactoryBuilder().build(xml, properties);
        }
    }

    private static void insert(SqlSessionFactory sessions, Hero hero) {
        try (SqlSession session = sessions.openSession(true)) {
            session.getMapper(HeroMapper.class).insert(hero);
        }
    }

    private static void close(SqlSessionFactory sessions) {
        for (Interceptor interceptor : sessions.getConfiguration().getInterceptors()) {
            if (interceptor instanceof SnowflakeInterceptor snowflake) {
                snowflake.close();
            }
        }
    }

    /** Workers with a token: those that were given back have none. */
    private static long held(TestDatabase ledger) throws SQLException {
        try (Connection connection = ledger.connect();
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT COUNT(*) FROM snowflake_worker WHERE token IS NOT NULL")) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
