package io.snowflakeid.verification.rows;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.SnowflakeRef;
import java.util.List;
import java.util.stream.Stream;

/** Pages of 1,000 entities as JSON, with and without our Jackson module. */
final class JsonPages {

    static final int ENTITIES = 1_000;

    private JsonPages() {}

    record HeroView(
            @SnowflakeRef long id, @SnowflakeRef long guildId, String name, int level, long gold, String createdAt) {}

    private static List<HeroView> page() {
        return Stream.generate(() -> new HeroView(
                        Ids.Ours.IDS.nextId(),
                        Ids.Ours.IDS.nextId(),
                        "Ann of the hill",
                        3,
                        1_200_000,
                        "2026-11-20T08:15:30.123Z"))
                .limit(ENTITIES)
                .toList();
    }

    static Work jackson2(Ids ids) {
        JsonMapper.Builder mapper = JsonMapper.builder();
        if (ids == Ids.SNOWFLAKEID) {
            mapper.addModule(new io.snowflakeid.jackson2.SnowflakeModule());
        }
        JsonMapper json = mapper.build();
        List<HeroView> page = page();
        return () -> json.writeValueAsBytes(page);
    }

    static Work jackson3(Ids ids) {
        var mapper = tools.jackson.databind.json.JsonMapper.builder();
        if (ids == Ids.SNOWFLAKEID) {
            mapper.addModule(new io.snowflakeid.jackson3.SnowflakeModule());
        }
        var json = mapper.build();
        List<HeroView> page = page();
        return () -> json.writeValueAsBytes(page);
    }
}
