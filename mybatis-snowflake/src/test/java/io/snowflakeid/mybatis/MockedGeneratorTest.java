package io.snowflakeid.mybatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.mybatis.plus.SnowflakeIdentifierGenerator;
import io.snowflakeid.testing.MockedIds;
import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.session.ExecutorType;
import org.junit.jupiter.api.Test;

/** What a mock returns is never stored. */
class MockedGeneratorTest {

    interface Mapper {
        @Insert("INSERT INTO hero (id, name) VALUES (#{id}, #{name})")
        void insert(Hero hero);

        @Insert("<script>INSERT INTO hero (id, name) VALUES <foreach collection='list' item='hero' separator=','>"
                + "(#{hero.id}, #{hero.name})</foreach></script>")
        void insertAll(List<Hero> heroes);
    }

    @Test
    void aMockedGeneratorIsRefusedAndNoRowKeepsAnId() throws Exception {
        Hero ann = new Hero("Ann");
        Hero bea = new Hero("Bea");
        try (World world = World.onH2(
                new SnowflakeInterceptor(MockedIds.withBatch()),
                Mapper.class,
                "CREATE TABLE hero (id BIGINT PRIMARY KEY, name VARCHAR(40))")) {
            assertThatThrownBy(() -> world.call(ExecutorType.SIMPLE, Mapper.class, mapper -> mapper.insert(ann)))
                    .hasStackTraceContaining("replace a mock by CountingIdGenerator.from(1001)");
            assertThatThrownBy(() -> world.call(
                            ExecutorType.SIMPLE, Mapper.class, mapper -> mapper.insertAll(List.of(ann, bea))))
                    .hasStackTraceContaining("replace a mock by CountingIdGenerator.from(1001)");
            assertThat(ann.id).isNull();
            assertThat(bea.id).isNull();
        }
    }

    @Test
    void whatSetsIdsByOtherMeansRefusesItToo() {
        assertThatThrownBy(() -> new RowIds(MockedIds.withBatch()).nextId(new Hero("Ann"), "id"))
                .hasMessageContaining("CountingIdGenerator");
        assertThatThrownBy(() -> new SnowflakeIdentifierGenerator(MockedIds.withBatch()).nextId(null))
                .hasMessageContaining("CountingIdGenerator");
    }
}
