package io.snowflakeid.merge.crossed;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.testing.servers.DatabaseServer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Some of what {@link CrossedPoliciesTest} crosses, where servers have their own mind about conditions and collations. */
class CrossedPoliciesIT {

    @TempDir
    private Path folder;

    static List<Policies> someForMySql() {
        return everyEighth(0);
    }

    static List<Policies> someForMariaDb() {
        return everyEighth(4);
    }

    private static List<Policies> everyEighth(int first) {
        List<Policies> all = CrossedMerge.pairsThatMerge();
        return IntStream.iterate(first, i -> i < all.size(), i -> i + 8)
                .mapToObj(all::get)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("someForMySql")
    void rowsGoWhereTheyShould(Policies policies) throws Exception {
        try (GameServers servers = GameServers.onAny(CrossedRows.SERVERS)) {
            assertThat(CrossedMerge.problems(servers, folder, policies, 8)).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("someForMariaDb")
    @Tag("long")
    void rowsGoWhereTheyShouldOnMariaDb(Policies policies) throws Exception {
        try (GameServers servers = GameServers.on(DatabaseServer.MARIADB, CrossedRows.SERVERS)) {
            assertThat(CrossedMerge.problems(servers, folder, policies, 8)).isEmpty();
        }
    }
}
