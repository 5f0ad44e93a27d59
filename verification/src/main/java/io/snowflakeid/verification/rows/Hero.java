package io.snowflakeid.verification.rows;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import io.hypersistence.utils.hibernate.id.Tsid;
import io.snowflakeid.hibernate.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.SequenceGenerator;
import java.util.UUID;
import org.hibernate.annotations.UuidGenerator;
import org.jspecify.annotations.Nullable;

/** The columns of a row except for its id. The entities have the annotations of all libraries that insert them. */
@MappedSuperclass
abstract class Hero {

    String name = "Ann of the hill";
    int level = 3;
    long gold = 1_200_000;

    @Entity(name = "hero_preset")
    static class HeroPreset extends Hero {
        @Id
        @org.springframework.data.annotation.Id
        @TableId(type = IdType.INPUT)
        Long id = Ids.nextPreset();
    }

    @Entity(name = "hero_snowflakeid")
    static class HeroSnowflakeid extends Hero {
        @Id
        @org.springframework.data.annotation.Id
        @GeneratedValue
        @SnowflakeId
        @Nullable
        Long id;
    }

    @Entity(name = "hero_identity")
    static class HeroIdentity extends Hero {
        @Id
        @org.springframework.data.annotation.Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        @TableId(type = IdType.AUTO)
        @Nullable
        Long id;
    }

    @Entity(name = "hero_hypersistence")
    static class HeroHypersistence extends Hero {
        @Id
        @org.springframework.data.annotation.Id
        @Tsid
        @Nullable
        Long id;
    }

    @Entity(name = "hero_pooled_lo")
    static class HeroPooledLo extends Hero {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        @SequenceGenerator(sequenceName = "hero_seq", allocationSize = Work.ROWS)
        @Nullable
        Long id;
    }

    @Entity(name = "hero_uuid4")
    static class HeroUuid4 extends Hero {
        @Id
        @GeneratedValue(strategy = GenerationType.UUID)
        @Nullable
        UUID id;
    }

    @Entity(name = "hero_uuid7")
    static class HeroUuid7 extends Hero {
        @Id
        @UuidGenerator(style = UuidGenerator.Style.VERSION_7)
        @Nullable
        UUID id;
    }

    static class HeroAssignId extends Hero {
        @TableId(type = IdType.ASSIGN_ID)
        @Nullable
        Long id;
    }

    @TableName("hero_snowflakeid")
    static class HeroOfPlus extends HeroAssignId {}

    /** MyBatis ignores the annotation {@code SnowflakeId} unless the interceptor of this library is configured. */
    static class HeroOfMyBatis extends Hero {
        @io.snowflakeid.mybatis.SnowflakeId
        @Nullable
        Long id;
    }
}
