package io.snowflakeid.verification.rows;

import io.hypersistence.utils.hibernate.id.Tsid;
import io.snowflakeid.hibernate.SnowflakeId;
import io.snowflakeid.hibernate.SnowflakeSettings;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.UuidGenerator;
import org.hibernate.cfg.BatchSettings;
import org.hibernate.cfg.Configuration;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.cfg.MappingSettings;
import org.hibernate.dialect.MySQLDialect;
import org.jspecify.annotations.Nullable;

/** Rows by Hibernate ORM, with a batch size of 50. */
record HibernateRows(DataSource database) implements Work.Source {

    private static final Map<Ids, Supplier<Object>> ENTITIES = Map.of(
            Ids.PRESET, PresetHero::new,
            Ids.SNOWFLAKEID, OurHero::new,
            Ids.HYPERSISTENCE, TsidHero::new,
            Ids.POOLED_LO, PooledHero::new,
            Ids.UUID4, Uuid4Hero::new,
            Ids.UUID7, Uuid7Hero::new,
            Ids.IDENTITY, IdentityHero::new);

    /** A session factory has one entity, because checks of our ids must not slow other entities down. */
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

    @Entity
    @Table(name = "hero_preset")
    static class PresetHero extends Hero {
        @Id
        Long id = Ids.nextPreset();
    }

    @Entity
    @Table(name = "hero_snowflakeid")
    static class OurHero extends Hero {
        @Id
        @GeneratedValue
        @SnowflakeId
        @Nullable
        Long id;
    }

    @Entity
    @Table(name = "hero_hypersistence")
    static class TsidHero extends Hero {
        @Id
        @Tsid
        @Nullable
        Long id;
    }

    @Entity
    @Table(name = "hero_pooled_lo")
    static class PooledHero extends Hero {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        @SequenceGenerator(sequenceName = "hero_seq", allocationSize = Work.ROWS)
        @Nullable
        Long id;
    }

    @Entity
    @Table(name = "hero_uuid4")
    static class Uuid4Hero extends Hero {
        @Id
        @GeneratedValue(strategy = GenerationType.UUID)
        @Nullable
        UUID id;
    }

    @Entity
    @Table(name = "hero_uuid7")
    static class Uuid7Hero extends Hero {
        @Id
        @UuidGenerator(style = UuidGenerator.Style.VERSION_7)
        @Nullable
        UUID id;
    }

    @Entity
    @Table(name = "hero_identity")
    static class IdentityHero extends Hero {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        @Nullable
        Long id;
    }
}
