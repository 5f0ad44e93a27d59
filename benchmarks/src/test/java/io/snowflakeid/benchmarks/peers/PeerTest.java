package io.snowflakeid.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.demo.chaos.IdMaker;
import io.snowflakeid.demo.chaos.MakerSettings;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PeerTest {

    private static final MakerSettings SETTINGS = new MakerSettings(null, "test", 2_000, 3, 1);

    @ParameterizedTest
    @EnumSource
    void isFoundByItsNameAndDescribesItself(Peer peer) {
        assertThat(peer.maker().name()).isEqualTo(peer.makerName());
        assertThat(peer.maker().describe(SETTINGS)).isNotBlank().doesNotContain("\n");
    }

    @ParameterizedTest
    @EnumSource
    void knowsItsVersion(Peer peer) {
        if (peer == Peer.TEXTBOOK) {
            assertThat(peer.version()).isEqualTo("-");
        } else {
            assertThat(peer.version()).matches("[0-9]+\\.[0-9]+\\.[0-9]+.*");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TEXTBOOK", "MYBATIS_PLUS", "HUTOOL", "TSID"})
    void makesDifferentIdsInOneProcess(Peer peer) throws Exception {
        IdMaker.Ids ids = peer.maker().open(SETTINGS);
        Set<Long> made = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            made.add(ids.nextId());
        }
        assertThat(made).hasSize(10_000).allMatch(id -> id > 0);
    }

    @Test
    void onlyThoseWithALedgerNeedADatabase() {
        assertThat(Peer.values())
                .filteredOn(peer -> peer.maker().needsDatabase())
                .containsExactly(Peer.SNOWFLAKEID, Peer.COSID);
    }
}
