package io.snowflakeid.testing.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

final class KillableServers {

    private KillableServers() {}

    static KillableServer toStop() {
        Map<String, String> environment = System.getenv();
        String url = environment.get("SNOWFLAKE_STOPPABLE_URL");
        String pid = environment.get("SNOWFLAKE_STOPPABLE_PID");
        if (url == null || pid == null) {
            return started("stopped");
        }
        return given(url, () -> Long.parseLong(pid), () -> {
            throw new AssertionError("SNOWFLAKE_STOPPABLE_URL may be suspended, not killed");
        });
    }

    static KillableServer toKill() {
        Map<String, String> environment = System.getenv();
        String url = environment.get("SNOWFLAKE_RESTARTABLE_URL");
        String pidFile = environment.get("SNOWFLAKE_RESTARTABLE_PID_FILE");
        String restart = environment.get("SNOWFLAKE_RESTART_COMMAND");
        return url == null || pidFile == null || restart == null
                ? started("killed")
                : given(url, () -> pidIn(Path.of(pidFile)), () -> run(restart));
    }

    private static KillableServer given(String url, LongSupplier pid, Step restart) {
        return new OnThisMachine(new ServerAddress(url, "test", "test"), pid, restart, () -> {});
    }

    private static long pidIn(Path file) {
        try {
            return Long.parseLong(Files.readString(file).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KillableServer started(String action) {
        if (Containers.engineResponds()) {
            return new InContainer(Containers.startMySqlOnFixedPort(freePort()));
        }
        if (EmbeddedProcess.isOffered("mariadb")) {
            EmbeddedProcess server = EmbeddedProcess.start("mariadb");
            return new OnThisMachine(server.address(), server::serverPid, server::restart, server::close);
        }
        throw Required.missing(
                "killable",
                "no MySQL that may be " + action
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

    private static void run(String restartCommand) throws IOException {
        Process restart = new ProcessBuilder("sh", "-c", restartCommand)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        int exit = restart.onExit().join().exitValue();
        if (exit != 0) {
            throw new AssertionError("'" + restartCommand + "' ended with " + exit);
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    /** @param pid supplies the current process id, which changes with each restart */
    private record OnThisMachine(ServerAddress address, LongSupplier pid, Step restarting, Step closing)
            implements KillableServer {

        @Override
        public TestDatabase newDatabase() {
            return address.newDatabase();
        }

        private Optional<ProcessHandle> process() {
            return ProcessHandle.of(pid.getAsLong()).filter(ProcessHandle::isAlive);
        }

        @Override
        public void kill() {
            ProcessHandle process =
                    process().orElseThrow(() -> new AssertionError("no process " + pid.getAsLong() + " to be killed"));
            process.destroyForcibly();
            process.onExit().join();
        }

        @Override
        public void restart() throws IOException {
            if (process().isEmpty()) {
                restarting.run();
            }
        }

        @Override
        public void hang() {
            KillableServer.signal("-STOP", pid.getAsLong());
        }

        @Override
        public void resume() {
            KillableServer.signal("-CONT", pid.getAsLong());
        }

        @Override
        public void close() {
            try {
                if (process().isPresent()) {
                    resume();
                }
                closing.run();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
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
        public void resume() {
            server.resumeProcesses();
        }

        @Override
        public void close() {
            resume();
            server.stop();
        }
    }
}
