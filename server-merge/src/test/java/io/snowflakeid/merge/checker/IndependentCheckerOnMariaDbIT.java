package io.snowflakeid.merge.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.testing.servers.DatabaseServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class IndependentCheckerOnMariaDbIT extends IndependentCheckerIT {

    @Override
    GameServers newServers() {
        return GameServers.on(DatabaseServer.MARIADB, 2);
    }

    /** MariaDB tells a counter above all ids even where the column cannot hold it. */
    @Override
    @Test
    void aCounterThatWouldRepeatAnIdIsSeen() throws Exception {
        assertThat(problemsAfter("UPDATE mail SET id = 2147483647 WHERE id = 7;"
                        + " UPDATE snowflake_merge_map_9 SET merge_new_id = 2147483647 WHERE merge_new_id = 7"))
                .isEmpty();
    }
}
