package io.snowflakeid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cn.hutool.core.lang.Snowflake;
import com.baomidou.mybatisplus.core.toolkit.Sequence;
import io.hypersistence.tsid.TSID;
import io.snowflakeid.DecodedId;
import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The layouts match the ids of the real libraries. */
class KnownLayoutsTest {

    static Stream<Arguments> peers() {
        Sequence plus = new Sequence(3, 4);
        Snowflake hutool = new Snowflake(3, 4);
        TSID.Factory tsid = TSID.Factory.builder().withNode(7).build();
        MillisecondSnowflakeId cosId = new MillisecondSnowflakeId(9);
        return Stream.of(
                made("MyBatis-Plus", plus::nextId),
                made("hutool", hutool::nextId),
                made("@Tsid", () -> tsid.generate().toLong()),
                made("CosId", cosId::generate));
    }

    private static Arguments made(String maker, LongSupplier ids) {
        return Arguments.of(maker, ids);
    }

    @ParameterizedTest
    @MethodSource("peers")
    void readsTheTimeOfAnIdThatIsMadeNow(String maker, LongSupplier ids) {
        SnowflakeLayout layout = KnownLayouts.byMaker().entrySet().stream()
                .filter(known -> known.getKey().contains(maker))
                .findFirst()
                .orElseThrow()
                .getValue();

        assertThat(layout.decode(ids.getAsLong()).timestamp())
                .isCloseTo(Instant.now(), Assertions.within(Duration.ofSeconds(10)));
    }

    /** The rows of docs/migration.md with an epoch, an id of the class, and the row that the command prints. */
    static Stream<MatchResult> copiedClasses() throws IOException {
        String page = Files.readString(Path.of("../docs/migration.md"));
        return Pattern.compile("(?m)^\\| `(\\d{13})` \\|.*\\| `(\\d+)` \\| `(.*)` \\|$")
                .matcher(page)
                .results();
    }

    @Test
    void everyCopiedClassIsOnThePage() throws IOException {
        assertThat(copiedClasses().map(row -> row.group(3)))
                .containsAll(KnownLayouts.byMaker().keySet().stream()
                        .filter(maker -> maker.startsWith("a copied class"))
                        .toList())
                .hasSize(4);
    }

    @ParameterizedTest
    @MethodSource("copiedClasses")
    void readsAnIdOfAClassThatIsCopiedFromAnArticle(MatchResult row) {
        Instant made = Instant.parse("2026-01-02T03:04:05.678Z");
        long id = (made.toEpochMilli() - Long.parseLong(row.group(1))) << 22 | 1 << 17 | 2 << 12 | 3;
        SnowflakeLayout layout = KnownLayouts.byMaker().get(row.group(3));

        assertThat(row.group(2)).isEqualTo(Long.toString(id));
        assertThat(layout.decode(id).timestamp()).isEqualTo(made);
        assertThat(layout.decode(id).sequence()).isEqualTo(3);
    }

    @Test
    void readsTheAddressInAnIdOfSecondsWithALayoutOfItsEpoch() {
        SnowflakeLayout layout = SnowflakeLayout.parse("28x1000ms/0/24/11@2020-01-01T00:00:00Z");
        DecodedId fields = layout.decode(6510697802670020611L);

        assertThat(fields.timestamp()).isEqualTo(Instant.parse("2026-01-02T03:04:05Z"));
        assertThat(fields.worker()).isEqualTo(1 << 16 | 2 << 8 | 3);
        assertThat(fields.sequence()).isEqualTo(3);
    }

    @Test
    void theTextOfATsidIsOursInCrockford32() {
        TSID tsid = TSID.Factory.getTsid();

        assertThat(IdFormat.of("crockford32-fixed").format(tsid.toLong())).isEqualTo(tsid.toString());
    }
}
