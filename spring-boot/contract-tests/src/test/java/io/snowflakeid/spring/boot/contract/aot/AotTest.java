package io.snowflakeid.spring.boot.contract.aot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplicationAotProcessor;
import org.springframework.context.aot.AbstractAotProcessor.Settings;

/** An application that is processed ahead of time, compiled, and started in a separate JVM. */
@Tag("long")
class AotTest {

    @TempDir
    private Path directory;

    @Test
    void anApplicationProcessedAheadOfTimeHasItsGenerators() throws Exception {
        Files.writeString(
                Files.createDirectories(directory.resolve("conf")).resolve("schema.sql"),
                "create table mail (id bigint primary key, subject varchar(100));");
        process();

        // nothing was opened at build time: no pool, no ledger, no lease
        assertThat(directory.resolve("db.mv.db")).doesNotExist();

        // settings, for a native image
        String settings = "\"io.snowflakeid.spring.boot.SnowflakeProperties";
        assertThat(hints())
                .contains(settings + '"', settings + "$Ledger\"", settings + "$Hibernate\"", settings + "$MyBatis\"");

        compile();
        String output = run();

        assertThat(output)
                .contains(
                        "Starting AOT-processed AotApplication",
                        AotApplication.FACT + "generators [orders, snowflakeIdGenerator]",
                        AotApplication.FACT + "hero true",
                        AotApplication.FACT + "mail true",
                        AotApplication.FACT
                                + "hibernate [hibernate.snowflake.auto, hibernate.snowflake.columns, hibernate.snowflake.generator,"
                                + " hibernate.snowflake.generator.orders]");
    }

    private String[] arguments() {
        return new String[] {
            "--server.port=0",
            "--spring.main.banner-mode=off",
            "--spring.flyway.enabled=false",
            "--spring.data.jdbc.repositories.enabled=false",
            "--spring.datasource.url=jdbc:h2:file:" + directory.resolve("db") + ";DB_CLOSE_ON_EXIT=FALSE",
            "--spring.jpa.hibernate.ddl-auto=update",
            "--spring.sql.init.mode=always",
            "--spring.sql.init.schema-locations="
                    + directory.resolve("conf/schema.sql").toUri(),
            "--snowflake.ledger.data-source=dataSource",
            "--snowflake.ledger.scope=shared",
            "--snowflake.hibernate.auto=true",
        };
    }

    private void process() {
        Settings settings = Settings.builder()
                .sourceOutput(directory.resolve("sources"))
                .resourceOutput(directory.resolve("resources"))
                .classOutput(directory.resolve("classes"))
                .groupId("com.example")
                .artifactId("heroes")
                .build();
        new SpringApplicationAotProcessor(AotApplication.class, settings, arguments()).process();
    }

    private String hints() throws IOException {
        StringBuilder hints = new StringBuilder();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(
                directory.resolve("resources/META-INF/native-image/com.example/heroes"), "*.json")) {
            for (Path file : files) {
                hints.append(Files.readString(file));
            }
        }
        return hints.toString();
    }

    private void compile() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "-proc:none",
                "-nowarn",
                "-d",
                directory.resolve("classes").toString(),
                "-cp",
                directory.resolve("classes") + File.pathSeparator + System.getProperty("java.class.path")));
        try (Stream<Path> sources = Files.walk(directory.resolve("sources"))) {
            sources.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(command::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, command.toArray(String[]::new)))
                .isZero();
    }

    private String run() throws IOException, InterruptedException {
        Path output = directory.resolve("output.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dspring.aot.enabled=true",
                "-cp",
                String.join(
                        File.pathSeparator,
                        directory.resolve("classes").toString(),
                        directory.resolve("resources").toString(),
                        System.getProperty("java.class.path")),
                AotApplication.class.getName()));
        command.addAll(Arrays.asList(arguments()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(3, TimeUnit.MINUTES);
        process.destroyForcibly();
        assertThat(ended && process.exitValue() == 0)
                .as(Files.readString(output))
                .isTrue();
        return Files.readString(output);
    }
}
