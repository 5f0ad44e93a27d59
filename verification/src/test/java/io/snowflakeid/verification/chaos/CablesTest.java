package io.snowflakeid.verification.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.verification.chaos.Fault.Kind;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two databases and three writers; nobody connects. */
class CablesTest {

    private Cables cables;

    @BeforeEach
    void lay() throws IOException {
        cables = new Cables(List.of(address("first"), address("second")), 3);
    }

    @AfterEach
    void remove() throws IOException {
        cables.close();
    }

    private static DatabaseAddress address(String name) {
        return DatabaseAddress.of(new Database(name, "jdbc:mysql://127.0.0.1:1/" + name, "me", "secret"));
    }

    @Test
    void leadEachWriterToEachDatabaseByAWayOfItsOwn() {
        assertThat(List.of(cables.of(0), cables.of(1), cables.of(2)))
                .allSatisfy(reached ->
                        assertThat(reached).extracting(Database::name).containsExactly("first", "second"))
                .flatExtracting(reached -> reached.stream().map(Database::url).toList())
                .doesNotHaveDuplicates()
                .allMatch(url -> url.toString().startsWith("jdbc:mysql://127.0.0.1:"));
    }

    @Test
    void oneDatabaseAfterTheOtherIsLost() {
        assertThat(databases(cables.toLose(1))).containsExactly(reached(1, 0));
        assertThat(databases(cables.toLose(2))).containsExactly(reached(2, 1));
        assertThat(databases(cables.toLose(Fault.EVERY_WRITER)))
                .containsExactly(reached(0, 0), reached(1, 0), reached(2, 0));
    }

    @Test
    void aWriterThatIsWithoutOneDatabaseLosesNoOther() {
        cables.toLose(1).forEach(proxy -> proxy.begin(Kind.CUT, 0));

        assertThat(databases(cables.toLose(Fault.EVERY_WRITER))).containsExactly(reached(0, 1), reached(2, 1));
        assertThat(cables.toLose(1)).isEmpty();
    }

    private static List<Database> databases(List<FaultyProxy> proxies) {
        return proxies.stream().map(FaultyProxy::database).toList();
    }

    private Database reached(int writer, int database) {
        return cables.of(writer).get(database);
    }
}
