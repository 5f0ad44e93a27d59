package io.snowflakeid.verification.rows;

import io.snowflakeid.hibernate.SnowflakeSettings;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.BatchSettings;
import org.hibernate.cfg.Configuration;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.cfg.MappingSettings;
import org.hibernate.dialect.MySQLDialect;

record HibernateRows(DataSource database) implements Work.Source {

    private static final Map<Ids, Supplier<Object>> ENTITIES = Map.of(
            Ids.PRESET, Hero.HeroPreset::new,
            Ids.SNOWFLAKEID, Hero.HeroSnowflakeid::new,
            Ids.HYPERSISTENCE, Hero.HeroHypersistence::new,
            Ids.POOLED_LO, Hero.HeroPooledLo::new,
            Ids.UUID4, Hero.HeroUuid4::new,
            Ids.UUID7, Hero.HeroUuid7::new,
            Ids.IDENTITY, Hero.HeroIdentity::new);

    /** Each session factory has one entity, because checks of our ids must not slow other entities down. */
    @Override
    public Work of(Ids ids) {
        Supplier<Object> entities = Objects.requireNonNull(ENTITIES.get(ids));
        Configuration configuration = new Configuration()
                .addAnnotatedClass(entities.get().getClass())
                .setProperty(JdbcSettings.DIALECT, MySQLDialect.class.getName())
                .setProperty(JdbcSettings.ALLOW_METADATA_ON_BOOT, "false")
                .setProperty(BatchSettings.STATEMENT_BATCH_SIZE, String.valueOf(Work.ROWS))
                .setProperty(MappingSettings.PREFERRED_POOLED_OPTIMIZER, "pooled-lo")
                .setProperty(SnowflakeSettings.COLUMNS, "off");
        configuration.getProperties().put(JdbcSettings.JAKARTA_NON_JTA_DATASOURCE, database);
        configuration.getProperties().put(SnowflakeSettings.GENERATOR, Ids.Ours.IDS);
        SessionFactory factory = configuration.buildSessionFactory();
        return () -> factory.inTransaction(session -> {
            for (int i = 0; i < Work.ROWS; i++) {
                session.persist(entities.get());
            }
        });
    }
}
