package io.snowflakeid.verification.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.verification.chaos.Fault.Kind;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two databases and three writers; nothing connects. */
class WriterProxiesTest {

    private WriterProxies proxies;

    @BeforeEach
    void start() throws IOException {
        proxies = new WriterProxies(List.of(database("first"), database("second")), 3);
    }

    @AfterEach
    void stop() throws IOException {
        proxies.close();
    }

    private static Database database(String name) {
        return new Database(name, "jdbc:mysql://127.0.0.1:1/" + name, "me", "secret");
    }

    @Test
    void eachWriterReachesEachDatabaseThroughAProxyOfItsOwn() {
        assertThat(List.of(proxies.of(0), proxies.of(1), proxies.of(2)))
                .allSatisfy(reached ->
                        assertThat(reached).extracting(Database::name).containsExactly("first", "second"))
                .flatExtracting(reached -> reached.stream().map(Database::url).toList())
                .doesNotHaveDuplicates()
                .allMatch(url -> url.toString().startsWith("jdbc:mysql://127.0.0.1:"));
    }

    @Test
    void oneDatabaseAfterTheOtherIsLost() {
        assertThat(databases(proxies.toLose(1))).containsExactly(reached(1, 0));
        assertThat(databases(proxies.toLose(2))).containsExactly(reached(2, 1));
        assertThat(databases(proxies.toLose(Fault.EVERY_WRITER)))
                .containsExactly(reached(0, 0), reached(1, 0), reached(2, 0));
    }

    @Test
    void aWriterThatIsWithoutOneDatabaseLosesNoOther() {
        proxies.toLose(1).forEach(proxy -> proxy.begin(Kind.CUT, 0));

        assertThat(databases(proxies.toLose(Fault.EVERY_WRITER))).containsExactly(reached(0, 1), reached(2, 1));
        assertThat(proxies.toLose(1)).isEmpty();
    }

    private static List<Database> databases(List<FaultyProxy> lost) {
        return lost.stream().map(FaultyProxy::database).toList();
    }

    private Database reached(int writer, int database) {
        return proxies.of(writer).get(database);
    }
}
