package io.snowflakeid.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;

import cn.hutool.core.lang.Snowflake;
import com.baomidou.mybatisplus.core.toolkit.Sequence;
import io.hypersistence.tsid.TSID;
import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.demo.origin.Origin;
import io.snowflakeid.demo.origin.Sample;
import io.snowflakeid.demo.origin.SampledId;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Ids that the real libraries make are recognised, first of all by the time of their rows. */
class OriginOfPeersTest {

    private static final String TWITTER = "DEFAULT, TWITTER; MyBatis-Plus, hutool, Leaf, Twitter's Snowflake";

    static Stream<Arguments> peers() {
        Sequence plus = new Sequence(3, 4);
        Snowflake hutool = new Snowflake(3, 4);
        TSID.Factory tsid = TSID.Factory.builder().withNode(7).build();
        MillisecondSnowflakeId cosId = new MillisecondSnowflakeId(9);
        return Stream.of(
                made(TWITTER, plus::nextId),
                made(TWITTER, hutool::nextId),
                made(
                        "TSID: @Tsid of hypersistence-utils, tsid-creator",
                        () -> tsid.generate().toLong()),
                made("CosId", cosId::generate));
    }

    private static Arguments made(String makers, LongSupplier ids) {
        return Arguments.of(makers, ids);
    }

    @ParameterizedTest
    @MethodSource("peers")
    void isRecognised(String makers, LongSupplier ids) {
        List<SampledId> rows = LongStream.generate(ids)
                .limit(100)
                .mapToObj(id -> new SampledId(String.valueOf(id), Instant.now()))
                .toList();

        Origin origin = Origin.of(
                new Sample(List.of(rows), true, null), IdFormat.DECIMAL, SnowflakeLayout.DEFAULT, Instant.now());

        assertThat(origin.makers()).first().isEqualTo(makers);
    }

    @Test
    void theTextOfATsidIsOursInCrockford32() {
        TSID tsid = TSID.Factory.getTsid();

        assertThat(IdFormat.of("crockford32-fixed").format(tsid.toLong())).isEqualTo(tsid.toString());
    }
}
