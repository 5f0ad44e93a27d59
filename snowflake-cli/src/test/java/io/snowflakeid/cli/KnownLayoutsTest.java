package io.snowflakeid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cn.hutool.core.lang.Snowflake;
import com.baomidou.mybatisplus.core.toolkit.Sequence;
import io.hypersistence.tsid.TSID;
import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
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

    @Test
    void theTextOfATsidIsOursInCrockford32() {
        TSID tsid = TSID.Factory.getTsid();

        assertThat(IdFormat.of("crockford32-fixed").format(tsid.toLong())).isEqualTo(tsid.toString());
    }
}
