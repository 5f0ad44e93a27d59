package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.testdata.H2Servers;
import io.snowflakeid.merge.testdata.TinyGame;
import org.junit.jupiter.api.Test;

/** Whole merges in H2's own mode, where names are not small. */
class H2MergeTest extends H2MergeCase {

    @Override
    H2Servers newServers(String name) {
        return H2Servers.inOwnMode(name);
    }

    private PlanFile mergedTinyGames(String... names) throws Exception {
        for (int i = 0; i < names.length; i++) {
            TinyGame.fill(servers, names[i], i + 1);
        }
        return merged(servers.config(folder(), "all", TinyGame.CONFIG, names));
    }

    @Test
    void everyRowOfATinyGameIsWhereItBelongs() throws Exception {
        mergedTinyGames("s1", "s2", "s3");

        requireRows("SELECT * FROM \"all\".\"account\" ORDER BY 1", "1 Ann", "2 owns1", "12 owns2", "22 owns3");
        assertThat(servers.rows("SELECT * FROM \"all\".\"Hero\" ORDER BY 1"))
                .containsExactly(
                        "1 Bob 1 null",
                        "2 s1Cid 2 1",
                        "11 Bob.s2 1 null",
                        "12 s2Cid 12 11",
                        "21 Bob.s3 1 null",
                        "22 s3Cid 22 21");
        requireRows("SELECT * FROM \"all\".\"purse\" ORDER BY 1", "1 1 null", "2 7 1", "12 7 2", "22 7 3");
        requireRows("SELECT * FROM \"all\".\"castle\" ORDER BY 1", "1 1 101", "2 2 99");
        requireRows("SELECT * FROM \"all\".\"guest\" ORDER BY 1", "1 one of s1", "2 two of s1");
        assertThat(servers.rows("SELECT * FROM \"all\".\"duel\" ORDER BY 1, 2"))
                .containsExactly("1 5", "1 5", "2 1", "11 5", "11 5", "12 2", "21 5", "21 5", "22 3");
        assertThat(servers.rows("SELECT * FROM \"all\".\"mail\" ORDER BY 1"))
                .containsExactly(
                        "1 1 Bob",
                        "2 0 null",
                        "5 2 Bob",
                        "6 11 Bob.s2",
                        "7 0 null",
                        "8 12 Bob.s2",
                        "9 21 Bob.s3",
                        "10 0 null",
                        "11 22 Bob.s3");
        requireRows("SELECT * FROM \"all\".\"Quest \"\"log`\" ORDER BY 1", "1 1 1", "11 11 1", "21 21 1");
        requireRows("SELECT * FROM \"all\".\"reward\" ORDER BY 1", "1 1", "11 11", "21 21");
        requireRows("SELECT * FROM \"all\".\"setting\"", "motd s1");
        assertThat(servers.rows("SELECT * FROM \"all\".\"online\"")).isEmpty();
        servers.script("all", "INSERT INTO \"Hero\" (\"name\", \"account_id\") VALUES ('new', 1)");
        requireRows("SELECT \"Id\" FROM \"all\".\"Hero\" WHERE \"name\" = 'new'", "23");
    }

    @Test
    void whatIsDamagedAfterwardsIsNamed() throws Exception {
        PlanFile plan = mergedTinyGames("s1", "s2");
        servers.script("all", """
                    UPDATE "mail" SET "signed" = 'x' WHERE "id" = 7;
                    DELETE FROM "reward" WHERE "id" = 11;
                    INSERT INTO "online" VALUES (5);
                    UPDATE "duel" SET "fought_at" = 9 WHERE "winner" = 12;
                    UPDATE "purse" SET "gold" = 8 WHERE "account_id" = 12;
                    CREATE VIEW "more" AS SELECT 1 AS "one";
                    """);

        assertThat(faults(plan))
                .containsExactlyInAnyOrder(
                        "the view more is in the target and was not planned",
                        "s2.mail: 1 row(s) with other values in the target: id = 7 (signed)",
                        "reward: 1 rows in the target, 2 expected",
                        "s2.reward: 1 row(s) missing in the target: id = 11",
                        "online: 1 rows in the target, 0 expected",
                        "online: 1 row(s) of the target that no source explains: hero = 5",
                        "duel: 1 row(s) missing in the target: winner = 12, fought_at = 2",
                        "duel: 1 row(s) of the target that no source explains: winner = 12, fought_at = 9",
                        "s2.purse: 1 row(s) with other values in the target: account_id = 12 (gold)");
    }
}
