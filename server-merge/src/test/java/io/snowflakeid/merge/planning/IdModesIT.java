package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.finding;
import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.util.List;
import java.util.stream.LongStream;

/** By which ways ids are made unique, in plans of real servers. */
class IdModesIT {

    private static final String PARENT = "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT)";

    private static String ids(long... ids) {
        return "INSERT INTO p VALUES "
                + String.join(
                        ", ", LongStream.of(ids).mapToObj(id -> "(" + id + ")").toList());
    }

    private static List<Long> shifts(IdDomain domain) {
        return domain.sources().stream().map(IdDomain.SourceIds::shift).toList();
    }

    @OnMySqlOrMariaDb
    void idsThatNoTwoSourcesHaveStay(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(PARENT).in(1, ids(1, 2)).in(2, ids(3, 4));

            assertThat(game.domain("p.id").mode()).isEqualTo(IdMode.KEEP);
            assertThat(game.domain("p.id").why()).isEqualTo("ranges of the sources do not overlap");
        }
    }

    @OnMySqlOrMariaDb
    void interleavedIdsAreComparedOneByOne(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(PARENT).in(1, ids(1, 3, 5)).in(2, ids(2, 4));

            assertThat(game.domain("p.id").mode()).isEqualTo(IdMode.KEEP);
            assertThat(game.domain("p.id").why()).isEqualTo("no id is on two sources, compared one by one");
        }
    }

    @OnMySqlOrMariaDb
    void clashingIdsMoveByARoundDistance(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 3)) {
            game.everywhere(PARENT, ids(1, 150));

            IdDomain domain = game.domain("p.id");

            assertThat(domain.mode()).isEqualTo(IdMode.OFFSET);
            assertThat(domain.why()).isEqualTo("2 ids are on more than one source");
            assertThat(shifts(domain)).containsExactly(0L, 1000L, 2000L);
        }
    }

    @OnMySqlOrMariaDb
    void aReservedRangeIsSkipped(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 3)) {
            game.everywhere(PARENT, ids(1, 150)).config("tables: { p: { reserved: [ 1100..1200, 2500..3100 ] } }");

            assertThat(shifts(game.domain("p.id"))).containsExactly(0L, 2000L, 4000L);
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
