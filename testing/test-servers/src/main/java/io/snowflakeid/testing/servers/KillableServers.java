package io.snowflakeid.testing.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a {@link KillableServer} comes from. */
final class KillableServers {

    private KillableServers() {}

    static KillableServer toStop() {
        Map<String, String> environment = System.getenv();
        String url = environment.get("SNOWFLAKE_STOPPABLE_URL");
        String pid = environment.get("SNOWFLAKE_STOPPABLE_PID");
        return url == null || pid == null ? started("stopped") : new Given(url, () -> Long.parseLong(pid), null);
    }

    static KillableServer toKill() {
        Map<String, String> environment = System.getenv();
        String url = environment.get("SNOWFLAKE_RESTARTABLE_URL");
        String pidFile = environment.get("SNOWFLAKE_RESTARTABLE_PID_FILE");
        String restart = environment.get("SNOWFLAKE_RESTART_COMMAND");
        return url == null || pidFile == null || restart == null
                ? started("killed")
                : new Given(url, () -> pidIn(Path.of(pidFile)), restart);
    }

    private static long pidIn(Path file) {
        try {
            return Long.parseLong(Files.readString(file).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KillableServer started(String fate) {
        if (Containers.engineAnswers()) {
            return new InContainer(Containers.startMySqlOnFixedPort(freePort()));
        }
        if (EmbeddedProcess.isOffered("mariadb")) {
            return new Embedded(EmbeddedProcess.start("mariadb"));
        }
        throw Required.missing(
                "killable",
                "no MySQL that may be " + fate
                        + ": set its variables (see KillableServer), start a container engine, or let"
                        + " Maven bring a MariaDB");
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Pid {
        long read();
    }

    /** Named by the environment; it goes on when the test has ended. */
    private record Given(String url, Pid pid, @Nullable String restartCommand) implements KillableServer {

        @Override
        public TestDatabase newDatabase() {
            return new ServerAddress(url, "test", "test").newDatabase();
        }

        @Override
        public void kill() {
            killed(pid.read());
        }

        @Override
        public void restart() throws IOException {
            if (restartCommand == null) {
                throw new AssertionError("the server that the environment names may be stopped, not killed");
            }
            Process restart = new ProcessBuilder("sh", "-c", restartCommand)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            int exit = restart.onExit().join().exitValue();
            if (exit != 0) {
                throw new AssertionError("'" + restartCommand + "' ended with " + exit);
            }
        }

        @Override
        public void hang() {
            KillableServer.signal("-STOP", pid.read());
        }

        @Override
        public void goOn() {
            KillableServer.signal("-CONT", pid.read());
        }

        @Override
        public void close() {
            if (ProcessHandle.of(pid.read()).isPresent()) {
                goOn();
            }
        }
    }

    private static void killed(long pid) {
        ProcessHandle process =
                ProcessHandle.of(pid).orElseThrow(() -> new AssertionError("no process " + pid + " to be killed"));
        process.destroyForcibly();
        process.onExit().join();
    }

    record InContainer(ServerContainer server) implements KillableServer {

        @Override
        public TestDatabase newDatabase() {
            return server.address().newDatabase();
        }

        @Override
        public void kill() {
            server.kill();
        }

        @Override
        public void restart() {
            server.startAgain();
        }

        @Override
        public void hang() {
            server.pauseProcesses();
        }

        @Override
        public void goOn() {
            server.resumeProcesses();
        }

        @Override
        public void close() {
            goOn();
            server.stop();
        }
    }

    private record Embedded(EmbeddedProcess server) implements KillableServer {

        @Override
        public TestDatabase newDatabase() {
            return server.address().newDatabase();
        }

        @Override
        public void kill() {
            killed(server.serverPid());
        }

        @Override
        public void restart() throws IOException {
            if (ProcessHandle.of(server.serverPid())
                    .filter(ProcessHandle::isAlive)
                    .isEmpty()) {
                server.restart();
            }
        }

        @Override
        public void hang() {
            KillableServer.signal("-STOP", server.serverPid());
        }

        @Override
        public void goOn() {
            KillableServer.signal("-CONT", server.serverPid());
        }

        @Override
        public void close() {
            try {
                if (ProcessHandle.of(server.serverPid())
                        .filter(ProcessHandle::isAlive)
                        .isPresent()) {
                    goOn();
                }
                server.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
