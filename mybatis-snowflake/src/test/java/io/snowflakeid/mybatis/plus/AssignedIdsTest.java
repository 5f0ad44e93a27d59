package io.snowflakeid.mybatis.plus;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.config.GlobalConfig;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import com.baomidou.mybatisplus.core.metadata.TableInfoHelper;
import com.baomidou.mybatisplus.core.toolkit.GlobalConfigUtils;
import io.snowflakeid.IdProperties;
import java.net.URLClassLoader;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On the real MyBatis-Plus, which keeps its tables in static fields. */
class AssignedIdsTest {

    private final IdProperties ids = ServiceLoader.load(IdProperties.class)
            .findFirst()
            .orElseThrow(() -> new AssertionError("not found as a service"));

    @AfterEach
    void forgetTables() {
        TableInfoHelper.getTableInfos().forEach(table -> TableInfoHelper.remove(table.getEntityType()));
    }

    @ParameterizedTest
    @CsvSource({
        "ASSIGN_ID, Assigned,  id,   true",
        "ASSIGN_ID, Assigned,  rank, false",
        "ASSIGN_ID, Unsaid,    key,  true",
        "ASSIGN_ID, Plain,     id,   true",
        "ASSIGN_ID, Counted,   id,   false",
        "ASSIGN_ID, Given,     id,   false",
        "ASSIGN_ID, Inherited, id,   true",
        "AUTO,      Assigned,  id,   true",
        "AUTO,      Unsaid,    key,  false",
        "AUTO,      Plain,     id,   false",
        "INPUT,     Inherited, id,   false",
    })
    void aTableDefinesWhetherItsKeyIsAssigned(IdType global, String entity, String property, boolean assigned)
            throws Exception {
        addMappers(global);

        Class<?> type = Class.forName(AssignedIdsTest.class.getName() + "$" + entity);
        assertThat(ids.isId(type, property)).isEqualTo(assigned);
    }

    @Test
    void whatSharesAFieldWithATableIsAsked() {
        addMappers(IdType.ASSIGN_ID);

        assertThat(ids.isId(Base.class, "id")).isTrue();
        assertThat(ids.isId(WithId.class, "id")).isTrue();
        assertThat(ids.isId(AssignedView.class, "id")).isTrue();
        assertThat(ids.isId(Stranger.class, "id")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(classes = {Assigned.class, AssignedView.class, WithoutMapper.class, Counted.class, Given.class})
    void withoutAMapperTheAnnotationCounts(Class<?> type) {
        boolean assigned = type != Counted.class && type != Given.class;
        assertThat(ids.isId(type, "id")).isEqualTo(assigned);
    }

    @Test
    void withoutMyBatisPlusThereAreNone() throws Exception {
        try (URLClassLoader fresh = new URLClassLoader(
                OwnSequenceTest.classPath(entry -> !entry.contains("mybatis-plus")),
                ClassLoader.getPlatformClassLoader())) {
            Class<?> service = fresh.loadClass(IdProperties.class.getName());
            Object found = ServiceLoader.load(service, fresh).findFirst().orElseThrow();

            assertThat(service.getMethod("isId", Class.class, String.class).invoke(found, Stranger.class, "id"))
                    .isEqualTo(false);
        }
    }

    private static void addMappers(IdType global) {
        MybatisConfiguration configuration = new MybatisConfiguration();
        GlobalConfig config = GlobalConfigUtils.defaults();
        config.getDbConfig().setIdType(global);
        GlobalConfigUtils.setGlobalConfig(configuration, config);
        configuration.addMapper(AssignedMapper.class);
        configuration.addMapper(UnsaidMapper.class);
        configuration.addMapper(PlainMapper.class);
        configuration.addMapper(CountedMapper.class);
        configuration.addMapper(GivenMapper.class);
        configuration.addMapper(InheritedMapper.class);
    }

    interface WithId {
        Long getId();
    }

    static class Assigned implements WithId {
        @TableId(type = IdType.ASSIGN_ID)
        Long id;

        Long rank;

        @Override
        public Long getId() {
            return id;
        }
    }

    static class AssignedView extends Assigned {}

    static class Unsaid {
        @TableId
        Long key;
    }

    static class Plain {
        Long id;
    }

    static class Counted {
        @TableId(type = IdType.AUTO)
        Long id;
    }

    static class Given {
        @TableId(type = IdType.INPUT)
        Long id;
    }

    abstract static class Base {
        @TableId
        Long id;
    }

    static class Inherited extends Base {}

    static class WithoutMapper {
        @TableId
        Long id;
    }

    static class Stranger {
        Long id;
    }

    interface AssignedMapper extends BaseMapper<Assigned> {}

    interface UnsaidMapper extends BaseMapper<Unsaid> {}

    interface PlainMapper extends BaseMapper<Plain> {}

    interface CountedMapper extends BaseMapper<Counted> {}

    interface GivenMapper extends BaseMapper<Given> {}

    interface InheritedMapper extends BaseMapper<Inherited> {}
}
