package io.snowflakeid.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeRef;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids go to a browser and come back: through the {@code JSON} of a real JavaScript engine. */
public abstract class JavaScriptContract {

    private static final String THERE_AND_BACK =
            "process.stdout.write(JSON.stringify(JSON.parse(require('fs').readFileSync(0, 'utf8'))))";

    private static final long SAFE = (1L << 53) - 1;

    private static final List<Ids> IDS = LongStream.of(
                    0,
                    1,
                    -1,
                    SAFE,
                    -SAFE,
                    SAFE + 1,
                    -SAFE - 1,
                    SAFE + 2,
                    -SAFE - 2,
                    2123748188476166151L,
                    1_000_000_000_000_000_000L,
                    Long.MAX_VALUE - 1,
                    Long.MAX_VALUE,
                    Long.MIN_VALUE)
            .mapToObj(id -> new Ids(id, List.of(id, id)))
            .toList();

    public record Ids(@SnowflakeRef long id, @SnowflakeRef List<Long> more) {}

    /** A mapper with a mode of the module, or with {@code OFF}, without it. */
    protected abstract JacksonLine json(String textFor);

    @ParameterizedTest
    @ValueSource(strings = {"ANNOTATED", "ALL_LONGS"})
    protected void idsComeBackFromJavaScriptAsTheyWere(String textFor) {
        assertThat(backFromJavaScript(json(textFor), IDS)).isEqualTo(IDS);
    }

    @Test
    protected void withoutTheModuleOnlySmallOnesDo() {
        List<Ids> small = IDS.subList(0, 5);
        Ids large = new Ids(2123748188476166151L, List.of());

        assertThat(backFromJavaScript(json("OFF"), small)).isEqualTo(small);
        assertThat(backFromJavaScript(json("OFF"), List.of(large)))
                .containsExactly(new Ids(2123748188476166100L, List.of()));
    }

    private static List<Ids> backFromJavaScript(JacksonLine json, List<Ids> ids) {
        return List.of(json.read(NodeJs.run(THERE_AND_BACK, json.write(ids)), Ids[].class));
    }
}
