package io.snowflakeid.verification.rows;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.MybatisSqlSessionFactoryBuilder;
import com.baomidou.mybatisplus.core.config.GlobalConfig;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import com.baomidou.mybatisplus.core.toolkit.GlobalConfigUtils;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.plus.SnowflakeIdentifierGenerator;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.jspecify.annotations.Nullable;

/** Rows by MyBatis-Plus's {@code BaseMapper}, with MyBatis's batch executor. */
record PlusRows(DataSource database) implements Work.Source {

    @Override
    public Work of(Ids ids) {
        return switch (ids) {
            case PRESET -> insert(ids, PresetMapper.class, PresetHero::new);
            case SNOWFLAKEID -> insert(ids, OurMapper.class, OurHero::new);
            case ASSIGN_ID -> insert(ids, AssignedMapper.class, AssignedHero::new);
            default -> insert(ids, IdentityMapper.class, IdentityHero::new);
        };
    }

    private <T> Work insert(Ids ids, Class<? extends BaseMapper<T>> type, Supplier<T> heroes) {
        SqlSessionFactory factory = factory(ids, type);
        return () -> {
            try (SqlSession session = factory.openSession(ExecutorType.BATCH)) {
                BaseMapper<T> mapper = session.getMapper(type);
                for (int i = 0; i < Work.ROWS; i++) {
                    mapper.insert(heroes.get());
                }
                session.commit();
            }
        };
    }

    private SqlSessionFactory factory(Ids ids, Class<?> mapper) {
        MybatisConfiguration configuration =
                new MybatisConfiguration(new Environment("rows", new JdbcTransactionFactory(), database));
        GlobalConfig global = GlobalConfigUtils.defaults();
        global.setBanner(false);
        global.setIdentifierGenerator(
                ids == Ids.SNOWFLAKEID ? new SnowflakeIdentifierGenerator(Ids.Ours.IDS) : Ids.PLUS);
        GlobalConfigUtils.setGlobalConfig(configuration, global);
        if (ids == Ids.SNOWFLAKEID) {
            configuration.addInterceptor(SnowflakeInterceptor.annotatedOnly(Ids.Ours.IDS));
        }
        configuration.addMapper(mapper);
        return new MybatisSqlSessionFactoryBuilder().build(configuration);
    }

    interface PresetMapper extends BaseMapper<PresetHero> {}

    interface OurMapper extends BaseMapper<OurHero> {}

    interface AssignedMapper extends BaseMapper<AssignedHero> {}

    interface IdentityMapper extends BaseMapper<IdentityHero> {}

    @TableName("hero_preset")
    static final class PresetHero extends Hero {
        @TableId(type = IdType.INPUT)
        private @Nullable Long id = Ids.nextPreset();

        public @Nullable Long getId() {
            return id;
        }

        public void setId(@Nullable Long id) {
            this.id = id;
        }
    }

    @TableName("hero_snowflakeid")
    static final class OurHero extends Hero {
        @TableId(type = IdType.ASSIGN_ID)
        private @Nullable Long id;

        public @Nullable Long getId() {
            return id;
        }

        public void setId(@Nullable Long id) {
            this.id = id;
        }
    }

    @TableName("hero_assign_id")
    static final class AssignedHero extends Hero {
        @TableId(type = IdType.ASSIGN_ID)
        private @Nullable Long id;

        public @Nullable Long getId() {
            return id;
        }

        public void setId(@Nullable Long id) {
            this.id = id;
        }
    }

    @TableName("hero_identity")
    static final class IdentityHero extends Hero {
        @TableId(type = IdType.AUTO)
        private @Nullable Long id;

        public @Nullable Long getId() {
            return id;
        }

        public void setId(@Nullable Long id) {
            this.id = id;
        }
    }
}
