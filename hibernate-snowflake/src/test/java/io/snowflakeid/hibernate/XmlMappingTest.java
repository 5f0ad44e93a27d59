package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.hibernate.Entities.Hero;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.Test;

/** {@code orm.xml} overrides annotations, except that Hibernate ORM 6.6 still reads ours. */
class XmlMappingTest {

    private static final String WHOLE = """
            <entity-mappings xmlns="https://jakarta.ee/xml/ns/persistence/orm" version="3.0">
              <entity class="io.snowflakeid.hibernate.Entities$Hero" name="Hero" access="FIELD" metadata-complete="true">
                <attributes><id name="id"/></attributes>
              </entity>
            </entity-mappings>""";

    @Test
    void ofAnEntityThatXmlMapsWhollyMyBatisAnnotationIsIgnoredToo() throws Exception {
        String other =
                WHOLE.replace("Entities$Hero", "MyBatisAnnotationTest$Plain").replace("\"Hero\"", "\"Plain\"");
        try (TestDatabase database = HibernateOn.newH2();
                SessionFactory factory = start(database, other)) {
            MyBatisAnnotationTest.Plain assigned = new MyBatisAnnotationTest.Plain();
            assigned.id = 7L;
            factory.inTransaction(session -> session.persist(assigned));
            assertThat(assigned.id).isEqualTo(7);
        }
    }

    @Test
    void anEntityMappedCompletelyByXmlHasTheIdOfXml() throws Exception {
        try (TestDatabase database = HibernateOn.newH2();
                SessionFactory factory = start(database, WHOLE)) {
            Hero assigned = new Hero();
            assigned.id = 7L;
            factory.inTransaction(session -> session.persist(assigned));
            assertThatThrownBy(() -> factory.inTransaction(session -> session.persist(new Hero())))
                    .hasMessageContaining("must be manually assigned");
        }
    }

    @Test
    void anEntityThatXmlLeavesToItsAnnotationsGetsIds() throws Exception {
        String partly = WHOLE.replace("metadata-complete=\"true\"", "").replace("<id name=\"id\"/>", "");
        try (TestDatabase database = HibernateOn.newH2();
                SessionFactory factory = start(database, partly)) {
            Hero hero = new Hero();
            factory.inTransaction(session -> session.persist(hero));
            assertThat(HibernateOn.workerOf(hero.id)).isEqualTo(799);
        }
    }

    static class Unmarked {
        Long id;
    }

    @Test
    void autoDoesNotAffectAnIdThatOnlyXmlGenerates() throws Exception {
        String generated = WHOLE.replace("Entities$Hero", "XmlMappingTest$Unmarked")
                .replace("<id name=\"id\"/>", "<id name=\"id\"><generated-value/></id>");
        try (TestDatabase database = HibernateOn.newH2();
                SessionFactory factory = start(database, generated)) {
            Unmarked unmarked = new Unmarked();
            factory.inTransaction(session -> session.persist(unmarked));
            assertThat(unmarked.id).isLessThan(1_000);
        }
    }

    private static SessionFactory start(TestDatabase database, String xml) {
        Configuration configuration = new Configuration();
        configuration
                .getProperties()
                .putAll(Map.of(
                        "hibernate.connection.datasource",
                        database.dataSource(),
                        "hibernate.hbm2ddl.auto",
                        "create-only",
                        SnowflakeSettings.WORKER,
                        799,
                        SnowflakeSettings.AUTO,
                        xml.contains("<generated-value/>")));
        return configuration
                .addInputStream(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
                .buildSessionFactory();
    }
}
