package io.snowflakeid.verification.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.verification.chaos.Fault.Kind;
import io.snowflakeid.verification.makers.MakerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two databases and three writers; nothing connects. */
class WriterPoolTest {

    private WriterPool writers;

    @BeforeEach
    void startProxies() throws IOException {
        ChaosOptions options = new ChaosOptions("any", 3, 20, 2_000, 1_000, Set.of(), 1, null, null, false);
        MakerSettings settings = MakerSettings.of(List.of(database("first"), database("second")), 2_000, false);
        writers = new WriterPool(options, settings, Path.of("unused"), List.of(), List.of());
    }

    @AfterEach
    void stopProxies() throws Exception {
        writers.close();
    }

    private static Database database(String name) {
        return new Database(name, "jdbc:mysql://127.0.0.1:1/" + name, "me", "secret");
    }

    @Test
    void eachWriterReachesEachDatabaseThroughAProxyOfItsOwn() {
        assertThat(List.of(writers.databasesOf(0), writers.databasesOf(1), writers.databasesOf(2)))
                .allSatisfy(reached ->
                        assertThat(reached).extracting(Database::name).containsExactly("first", "second"))
                .flatExtracting(reached -> reached.stream().map(Database::url).toList())
                .doesNotHaveDuplicates()
                .allMatch(url -> url.toString().startsWith("jdbc:mysql://127.0.0.1:"));
    }

    @Test
    void oneDatabaseAfterTheOtherIsLost() {
        assertThat(databases(writers.proxiesForOutage(1))).containsExactly(reached(1, 0));
        assertThat(databases(writers.proxiesForOutage(2))).containsExactly(reached(2, 1));
        assertThat(databases(writers.proxiesForOutage(Fault.EVERY_WRITER)))
                .containsExactly(reached(0, 0), reached(1, 0), reached(2, 0));
    }

    @Test
    void aWriterThatIsWithoutOneDatabaseLosesNoOther() {
        writers.proxiesForOutage(1).forEach(proxy -> proxy.begin(Kind.CUT));

        assertThat(databases(writers.proxiesForOutage(Fault.EVERY_WRITER)))
                .containsExactly(reached(0, 1), reached(2, 1));
        assertThat(writers.proxiesForOutage(1)).isEmpty();
    }

    private static List<Database> databases(List<FaultyProxy> lost) {
        return lost.stream().map(FaultyProxy::database).toList();
    }

    private Database reached(int writer, int database) {
        return writers.databasesOf(writer).get(database);
    }
}
