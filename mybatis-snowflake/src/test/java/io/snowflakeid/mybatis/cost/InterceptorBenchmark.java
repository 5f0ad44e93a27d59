package io.snowflakeid.mybatis.cost;

import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.mybatis.SnowflakeId;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.executor.BaseExecutor;
import org.apache.ibatis.executor.BatchResult;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.SqlCommandType;
import org.apache.ibatis.reflection.ParamNameResolver;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ResultHandler;
import org.apache.ibatis.session.RowBounds;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the interceptor costs each call, against an executor that builds the SQL of an insert and does nothing else.
 * Iterations are short, so that many of them are not disturbed by what else the machine does. {@link InterceptorCost} runs it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 20, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 400, time = 4, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class InterceptorBenchmark {

    public static class Hero {
        @SnowflakeId
        private Long id;

        private String name = "Ann";
        private int level = 3;

        public Long getId() {
            return id;
        }

        public void setId(Long id) {
            this.id = id;
        }

        public String getName() {
            return name;
        }

        public int getLevel() {
            return level;
        }
    }

    interface Mapper {
        @Insert("INSERT INTO hero (id, name, level) VALUES (#{id}, #{name}, #{level})")
        void insert(Hero hero);

        @Insert("<script>INSERT INTO hero (id, name, level) VALUES <foreach collection='list' item='h' separator=','>"
                + "(#{h.id}, #{h.name}, #{h.level})</foreach></script>")
        void insertAll(List<Hero> heroes);

        @Update("UPDATE hero SET level = #{level} WHERE id = #{id}")
        void update(Hero hero);

        @Select("SELECT COUNT(*) FROM hero WHERE id = #{id}")
        int select(Hero hero);
    }

    @Param({"without", "with"})
    String interceptor;

    private Executor executor;
    private MappedStatement insert;
    private MappedStatement insertAll;
    private MappedStatement update;
    private MappedStatement select;
    private final Hero hero = new Hero();
    private final List<Hero> heroes = new ArrayList<>();
    private Object heroesParameter;

    @Setup
    public void open() {
        Configuration configuration = new Configuration();
        configuration.addMapper(Mapper.class);
        insert = configuration.getMappedStatement(Mapper.class.getName() + ".insert");
        insertAll = configuration.getMappedStatement(Mapper.class.getName() + ".insertAll");
        update = configuration.getMappedStatement(Mapper.class.getName() + ".update");
        select = configuration.getMappedStatement(Mapper.class.getName() + ".select");
        Executor idle = new IdleExecutor(configuration);
        executor =
                interceptor.equals("with") ? (Executor) new SnowflakeInterceptor(new CountingIds()).plugin(idle) : idle;
        for (int i = 0; i < 100; i++) {
            heroes.add(new Hero());
        }
        heroesParameter = ParamNameResolver.wrapToMapIfCollection(heroes, null);
    }

    @Benchmark
    public Object select() throws SQLException {
        return executor.query(select, hero, RowBounds.DEFAULT, Executor.NO_RESULT_HANDLER);
    }

    @Benchmark
    public int update() throws SQLException {
        return executor.update(update, hero);
    }

    @Benchmark
    public int insert() throws SQLException {
        hero.setId(null);
        return executor.update(insert, hero);
    }

    @Benchmark
    public int insert100Rows() throws SQLException {
        for (Hero each : heroes) {
            each.setId(null);
        }
        return executor.update(insertAll, heroesParameter);
    }

    /** Builds the SQL of an insert, as every executor does; has no connection. */
    @SuppressWarnings("rawtypes") // as Executor has them
    private static final class IdleExecutor extends BaseExecutor {
        IdleExecutor(Configuration configuration) {
            super(configuration, null);
        }

        @Override
        public int update(MappedStatement statement, Object parameter) {
            return statement.getSqlCommandType() == SqlCommandType.INSERT
                    ? statement.getBoundSql(parameter).getParameterMappings().size()
                    : 1;
        }

        @Override
        public <E> List<E> query(
                MappedStatement statement, Object parameter, RowBounds rowBounds, ResultHandler resultHandler) {
            return List.of();
        }

        @Override
        protected int doUpdate(MappedStatement statement, Object parameter) {
            throw new UnsupportedOperationException("update");
        }

        @Override
        protected List<BatchResult> doFlushStatements(boolean isRollback) {
            return List.of();
        }

        @Override
        protected <E> List<E> doQuery(
                MappedStatement statement,
                Object parameter,
                RowBounds rowBounds,
                ResultHandler resultHandler,
                BoundSql boundSql) {
            throw new UnsupportedOperationException("query");
        }

        @Override
        protected <E> Cursor<E> doQueryCursor(
                MappedStatement statement, Object parameter, RowBounds rowBounds, BoundSql boundSql) {
            throw new UnsupportedOperationException("queryCursor");
        }
    }

    /** Counts up, so that the figures show the interceptor alone. */
    private static final class CountingIds implements IdGenerator {
        private long last;

        @Override
        public long nextId() {
            return ++last;
        }

        @Override
        public long nextId(long gene) {
            return ++last;
        }

        @Override
        public IdBatch reserve(int count) {
            return new IdBatch() {
                @Override
                public long next() {
                    return ++last;
                }

                @Override
                public long next(long gene) {
                    return ++last;
                }

                @Override
                public int remaining() {
                    return Integer.MAX_VALUE;
                }
            };
        }

        @Override
        public SnowflakeLayout layout() {
            return SnowflakeLayout.DEFAULT;
        }
    }
}
