package io.snowflakeid.mybatis.dynamicsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.mybatis.MyBatisOn;
import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import java.sql.SQLException;
import java.util.List;
import org.apache.ibatis.annotations.InsertProvider;
import org.apache.ibatis.session.ExecutorType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mybatis.dynamic.sql.SqlBuilder;
import org.mybatis.dynamic.sql.SqlColumn;
import org.mybatis.dynamic.sql.SqlTable;
import org.mybatis.dynamic.sql.insert.render.InsertStatementProvider;
import org.mybatis.dynamic.sql.insert.render.MultiRowInsertStatementProvider;
import org.mybatis.dynamic.sql.render.RenderingStrategies;
import org.mybatis.dynamic.sql.util.SqlProviderAdapter;

/** On the real mybatis-dynamic-sql, which renders the SQL before the mapper is called. */
class MyBatisDynamicSqlTest {

    private static final SqlTable HERO = SqlTable.of("hero");
    private static final SqlColumn<Long> ID = HERO.column("id");
    private static final SqlColumn<String> NAME = HERO.column("name");

    interface Mapper {
        @InsertProvider(type = SqlProviderAdapter.class, method = "insert")
        int insert(InsertStatementProvider<Hero> statement);

        @InsertProvider(type = SqlProviderAdapter.class, method = "insertMultiple")
        int insertMultiple(MultiRowInsertStatementProvider<Hero> statement);
    }

    private final PredictableIds ids = new PredictableIds();
    private MyBatisOn setup;

    @BeforeEach
    void open() throws SQLException {
        setup = MyBatisOn.onH2(
                new SnowflakeInterceptor(ids),
                Mapper.class,
                "CREATE TABLE hero (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40))");
    }

    @AfterEach
    void close() throws SQLException {
        setup.close();
    }

    @Test
    void aRowHasItsIdWhereTheColumnIsMappedToTheProperty() {
        Hero one = new Hero("one");
        List<Hero> many = List.of(new Hero("two"), new Hero("three"));
        List<Hero> batch = List.of(new Hero("four"), new Hero("five"));
        setup.call(Mapper.class, mapper -> {
            mapper.insert(insert(one));
            mapper.insertMultiple(SqlBuilder.insertMultiple(many)
                    .into(HERO)
                    .map(ID)
                    .toProperty("id")
                    .map(NAME)
                    .toProperty("name")
                    .build()
                    .render(RenderingStrategies.MYBATIS3));
        });
        setup.call(
                ExecutorType.BATCH,
                Mapper.class,
                mapper -> SqlBuilder.insertBatch(batch)
                        .into(HERO)
                        .map(ID)
                        .toProperty("id")
                        .map(NAME)
                        .toProperty("name")
                        .build()
                        .render(RenderingStrategies.MYBATIS3)
                        .insertStatements()
                        .forEach(mapper::insert));

        assertThat(setup.idsByName("hero"))
                .hasSize(5)
                .containsEntry("one", one.id.toString())
                .containsEntry("three", many.get(1).id.toString())
                .containsEntry("five", batch.get(1).id.toString());
    }

    private static InsertStatementProvider<Hero> insert(Hero hero) {
        InsertStatementProvider<Hero> statement = SqlBuilder.insert(hero)
                .into(HERO)
                .map(ID)
                .toProperty("id")
                .map(NAME)
                .toPropertyWhenPresent("name", () -> hero.name)
                .build()
                .render(RenderingStrategies.MYBATIS3);
        return statement;
    }

    @Test
    void anIdThatWasAbsentWhenTheSqlWasRenderedIsRefusedWithTheWayOut() {
        Hero hero = new Hero("one");

        assertThatThrownBy(() -> setup.call(
                        Mapper.class,
                        mapper -> mapper.insert(SqlBuilder.insert(hero)
                                .into(HERO)
                                .map(ID)
                                .toPropertyWhenPresent("id", () -> hero.id)
                                .map(NAME)
                                .toProperty("name")
                                .build()
                                .render(RenderingStrategies.MYBATIS3))))
                .rootCause()
                .hasMessageContainingAll(
                        "the statement never uses the id that Hero.id would get",
                        "toProperty(\"id\") in place of toPropertyWhenPresent");
        assertThat(hero.id).isNull();
        assertThat(setup.idsByName("hero")).isEmpty();
    }
}
