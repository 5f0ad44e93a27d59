package io.snowflakeid.verification.makers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PeerTest {

    private static final MakerSettings SETTINGS = MakerSettings.of(List.of(), 2_000, false);

    @ParameterizedTest
    @EnumSource
    void isFoundByItsNameDescribesItselfAndKnowsItsVersion(Peer peer) throws IOException {
        assertThat(peer.maker().name()).isEqualTo(peer.makerName());
        assertThat(peer.maker().describe(SETTINGS)).isNotBlank().doesNotContain("\n");
        assertThat(peer.version()).matches(peer == Peer.TEXTBOOK ? "-" : "[0-9]+\\.[0-9]+\\.[0-9]+.*");
    }

    @ParameterizedTest
    @EnumSource(names = {"TEXTBOOK", "MYBATIS_PLUS", "HUTOOL", "TSID"})
    void makesDifferentIdsInOneProcess(Peer peer) throws Exception {
        IdMaker.Ids ids = peer.maker().open(SETTINGS);
        Set<Long> made = new HashSet<>();
        ids.take(10_000, made::add);
        assertThat(made).hasSize(10_000).allMatch(id -> id > 0);
    }

    /** Opens the maker like a process that restarts after the clock was set back. */
    @Test
    void theTextbookMakesItsIdsAgainUnderAClockThatWasSetBack() {
        AtomicLong micros = new AtomicLong(1_790_000_000_000_000L);
        LongSupplier clockMillis = () -> micros.addAndGet(100) / 1_000;
        long first = new TextbookSnowflake(1, clockMillis).nextId();
        micros.addAndGet(-100);

        assertThat(new TextbookSnowflake(1, clockMillis).nextId()).isEqualTo(first);
    }
}
