package io.snowflakeid.mybatis;

import static io.snowflakeid.mybatis.Conflict.FAILS_OR_REPLACES;
import static io.snowflakeid.mybatis.Conflict.LEAVES_OUT;
import static io.snowflakeid.mybatis.Conflict.UPDATES;
import static io.snowflakeid.mybatis.Conflict.UPDATES_RETURNING_NONE;
import static io.snowflakeid.mybatis.Conflict.UPDATES_RETURNING_ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Kinds of inserts, in usual spellings. */
class ConflictTest {

    private static final String INTO = "insert into hero (id, name) values (?, ?)";

    static List<Arguments> statements() {
        return List.of(
                // plain
                arguments(INTO, FAILS_OR_REPLACES),
                arguments("replace into hero (id, name) values (?, ?)", FAILS_OR_REPLACES),
                arguments("merge into hero (id, name) key (name) values (?, ?)", FAILS_OR_REPLACES),
                // skipped
                arguments("INSERT\n  IGNORE\n  INTO hero (id, name) VALUES (?, ?)", LEAVES_OUT),
                arguments("insert low_priority ignore hero values (?, ?)", LEAVES_OUT),
                arguments("insert or ignore into hero values (?, ?)", LEAVES_OUT),
                arguments(INTO + " on conflict do nothing", LEAVES_OUT),
                arguments(INTO + " ON CONFLICT (name) WHERE n > 0 DO\tNOTHING returning id", LEAVES_OUT),
                arguments(
                        "merge into hero h using s on h.name = s.name when not matched then insert (id) values (?)",
                        LEAVES_OUT),
                arguments("insert into hero (id) select ? where not exists (select 1 from hero)", LEAVES_OUT),
                // updated
                arguments(INTO + " on duplicate key update n = n + 1", UPDATES_RETURNING_NONE),
                arguments("insert ignore into hero set id = ? on duplicate key update n = 1", UPDATES_RETURNING_NONE),
                arguments(INTO + " on duplicate key update n = n + 1, id = last_insert_id(id)", UPDATES_RETURNING_ONE),
                arguments(
                        INTO + " On Duplicate Key Update hero.ID=LAST_INSERT_ID( hero.id ), n=1",
                        UPDATES_RETURNING_ONE),
                arguments(INTO + " on conflict (name) do update set n = 1", UPDATES),
                arguments("WITH q AS (SELECT 1) " + INTO + " ON CONFLICT (lower(name)) DO UPDATE SET n = 1", UPDATES),
                arguments(
                        "merge into hero h using s on h.name = s.name when matched then update set n = 1"
                                + " when not matched then insert (id) values (?)",
                        UPDATES),
                arguments("with q as (select 1) merge into hero using q on true when matched then delete", UPDATES),
                arguments("upsert into hero values (?, ?)", UPDATES),
                // similar texts that do not count
                arguments("insert into ignore (id, `ignore`, merge) values (?, ?, ?)", FAILS_OR_REPLACES),
                arguments("insert into merge (id) values (?)", FAILS_OR_REPLACES),
                arguments("insert into t values (?, 'do it'); insert into t values (?, 'nothing')", FAILS_OR_REPLACES),
                // similar texts that count
                arguments("insert into t values (?, 'on duplicate key update')", UPDATES_RETURNING_NONE),
                arguments(INTO + " -- on conflict do nothing", LEAVES_OUT));
    }

    @ParameterizedTest
    @MethodSource("statements")
    void saysWhatBecomesOfARowThatIsThere(String sql, Conflict expected) {
        assertThat(Conflict.of(sql)).isEqualTo(expected);
    }
}
