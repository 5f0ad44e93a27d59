package io.snowflakeid.merge.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.testdata.GameServers;
import java.sql.Connection;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RunLockIT {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    @Test
    void oneRunAtATimeHasATarget() throws Exception {
        try (GameServers servers = GameServers.onAny(1);
                Server server = Server.connect(servers.url(), servers.user(), servers.password(), 4, null)) {
            String target = servers.target();
            try (RunLock held = RunLock.take(server, target, PATIENCE);
                    Connection worker = server.session()) {
                held.require(worker);

                assertThatThrownBy(() -> RunLock.take(server, target, PATIENCE).close())
                        .isInstanceOf(MergeRefusedException.class)
                        .hasMessage(
                                "another run is merging into " + target + " right now: wait until it ends, or stop it");
                RunLock.take(server, target + "_2", PATIENCE).close();
            }
            RunLock.take(server, target, PATIENCE).close();
        }
    }
}
