package io.snowflakeid.merge.planning.ids;

import static io.snowflakeid.merge.Said.finding;
import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.planning.draft.PlannedGame;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** By which ways ids are made unique, in plans of real servers. */
class IdModesIT {

    private static final String PARENT = "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT)";

    private static String ids(long... ids) {
        return "INSERT INTO p VALUES "
                + String.join(
                        ", ", LongStream.of(ids).mapToObj(id -> "(" + id + ")").toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            (1), (2)      | (3), (4)   |            | KEEP   | ranges of the sources do not overlap         | 0
            (1), (3), (5) | (2), (4)   |            | KEEP   | no id is on two sources, compared one by one | 0
            (1), (150)    | (1), (150) |            | OFFSET | 2 ids are on more than one source            | 1000
            (1), (150)    | (1), (150) | 1100..1200 | OFFSET | 2 ids are on more than one source            | 2000
            """)
    void idsStayOrMoveByARoundDistanceThatLeavesReservedOnesOut(
            String first, String second, @Nullable String reserved, IdMode mode, String why, long shift)
            throws Exception {
        try (PlannedGame game = PlannedGame.on(DatabaseServer.mySqlOrMariaDb(), 2)) {
            game.everywhere(PARENT)
                    .in(1, "INSERT INTO p VALUES " + first)
                    .in(2, "INSERT INTO p VALUES " + second)
                    .config("tables: { p: { reserved: [ %s ] } }".formatted(reserved == null ? "" : reserved));

            IdDomain domain = game.domain("p.id");

            assertThat(domain.mode()).isEqualTo(mode);
            assertThat(domain.why()).isEqualTo(why);
            assertThat(domain.of(2).shift()).isEqualTo(shift);
        }
    }

    @OnMySqlOrMariaDb
    void aNarrowerColumnThatRefersToThemForbidsAnOffset(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(PARENT, "CREATE TABLE c (p SMALLINT)", ids(1, 20000), "INSERT INTO c VALUES (1)")
                    .config("references: [ c.p -> p.id ]\ntables: { p: { ids: offset } }");

            assertThat(game.found("ID_RANGE"))
                    .satisfiesExactly(finding(
                            Severity.ERROR,
                            "ID_RANGE",
                            "p.id",
                            List.of(
                                    "ids of source s2 (1..20000) cannot be moved beyond the others",
                                    "within c.p (smallint), which takes -9223372036854775808..32767",
                                    "set ids to map",
                                    "or widen the column on the main server"),
                            null,
                            List.of()));
        }
    }

    @OnMySqlOrMariaDb
    void withoutBeingAskedForAnOffsetTheyAreMapped(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(PARENT, "CREATE TABLE c (p SMALLINT)", ids(1, 20000), "INSERT INTO c VALUES (1)")
                    .config("references: [ c.p -> p.id ]");

            IdDomain domain = game.domain("p.id");

            assertThat(domain.mode()).isEqualTo(IdMode.MAP);
            assertThat(domain.why())
                    .satisfies(says(
                            "2 ids are on more than one source",
                            "ids of source s2 (1..20000) cannot be moved beyond the others",
                            "within c.p (smallint), which takes -9223372036854775808..32767"));
            assertThat(domain.of(2).freshFrom()).isEqualTo(20001);
            assertThat(domain.of(2).mapped()).isTrue();
            assertThat(game.found("ID_RANGE")).isEmpty();
        }
    }

    @OnMySqlOrMariaDb
    void aFewClashesAmongManyIdsAreReplacedOneByOne(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(PARENT.replace("INT", "TINYINT"))
                    .in(1, ids(1, 2, 100))
                    .in(2, ids(2, 30, 31, 32, 33, 90));

            IdDomain domain = game.domain("p.id");

            assertThat(domain.mode()).isEqualTo(IdMode.MAP_CLASHES);
            assertThat(domain.of(2).ids()).isEqualTo(1);
            assertThat(domain.of(2).freshFrom()).isEqualTo(101);
        }
    }

    @OnMySqlOrMariaDb
    void freshIdsBeginAboveThoseOfDeletedRows(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(PARENT, ids(1, 2, 500), "DELETE FROM p WHERE id = 500")
                    .config("tables: { p: { ids: map } }");

            assertThat(game.domain("p.id").of(2).freshFrom()).isEqualTo(501);
        }
    }

    @OnMySqlOrMariaDb
    void freshIdsBeginAboveTheGreatestIfTheCounterLeavesNoRoom(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(PARENT.replace("INT", "TINYINT"), ids(1, 2, 126), "DELETE FROM p WHERE id = 126")
                    .config("tables: { p: { ids: map } }");

            assertThat(game.domain("p.id").of(2).freshFrom()).isEqualTo(3);
        }
    }
}
