package io.snowflakeid.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.run.MergeRun;
import io.snowflakeid.merge.run.MergeVerification;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.SqlScript;
import io.snowflakeid.testing.servers.KillableServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Where the server computes with a value that is longer than max_allowed_packet, it makes NULL of it. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no signals")
@Tag("long")
class HugeValuesIT {

    private static final MergeProgress.Listener NOBODY = progress -> {};

    @TempDir
    Path folder;

    @Test
    void aValueThatCannotBeHashedIsNotTakenForRight() throws Exception {
        try (KillableServer server = KillableServer.toKill()) {
            server.restart();
            try (GameServers games = GameServers.on(server, 2)) {
                games.filled((connection, number) -> SqlScript.run(
                        connection,
                        List.of(
                                "CREATE TABLE book (id INT PRIMARY KEY AUTO_INCREMENT, body LONGTEXT)",
                                "INSERT INTO book (body) VALUES (REPEAT('x', 3000000)), (NULL), ('short')")));
                PlanFile file = new MergeTrial(games, folder, "tables: { book: { ids: offset } }").plan();
                MergeRun.carryOut(file, games.password(), NOBODY);
                assertThat(faults(file, games)).isEmpty();
                try (Connection connection = games.connect()) {
                    SqlScript.run(
                            connection,
                            List.of(
                                    "UPDATE book SET body = NULL WHERE id = 1",
                                    "SET GLOBAL max_allowed_packet = 1048576"));
                }
                assertThat(faults(file, games))
                        .anySatisfy(fault -> assertThat(fault)
                                .startsWith("s1.book: of 3 rows 1 has other values in the target")
                                .contains("1 (body)"));
            }
        }
    }

    private static List<String> faults(PlanFile file, GameServers games) throws Exception {
        return MergeVerification.verify(file, games.password(), 2, NOBODY).faults();
    }
}
