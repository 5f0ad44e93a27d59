package io.snowflakeid.verification.rows;

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

record PlusRows(DataSource database) implements Work.Source {

    @Override
    public Work of(Ids ids) {
        return switch (ids) {
            case PRESET -> insert(ids, PresetMapper.class, Hero.HeroPreset::new);
            case SNOWFLAKEID -> insert(ids, OurMapper.class, Hero.HeroOfPlus::new);
            case ASSIGN_ID -> insert(ids, AssignedMapper.class, Hero.HeroAssignId::new);
            default -> insert(ids, IdentityMapper.class, Hero.HeroIdentity::new);
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

    interface PresetMapper extends BaseMapper<Hero.HeroPreset> {}

    interface OurMapper extends BaseMapper<Hero.HeroOfPlus> {}

    interface AssignedMapper extends BaseMapper<Hero.HeroAssignId> {}

    interface IdentityMapper extends BaseMapper<Hero.HeroIdentity> {}
}
