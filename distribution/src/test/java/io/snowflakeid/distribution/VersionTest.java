package io.snowflakeid.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.testing.servers.Required;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Sets another version by {@code .ci/set-version} in a copy of the files that may name one. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the command is a script for bash")
class VersionTest {

    private static final Path ROOT = Path.of("..");
    private static final Set<String> NO_SOURCES = Set.of("target", ".git", ".idea", "node_modules");
    private static final Pattern NAMED =
            Pattern.compile("(?:<groupId>io\\.snowflakeid</groupId>\\s*<artifactId>[\\w-]+</artifactId>\\s*<version>"
                    + "|<snowflake\\.version>|io\\.snowflakeid:[\\w-]+:|\"snowflakeid [\\w-]+ )(\\d[\\w.-]*)");

    @TempDir
    private Path copy;

    @BeforeEach
    void copyWhatNamesAVersion() throws IOException, InterruptedException {
        if (!answers("bash") || !answers("perl")) {
            throw Required.missing("perl", "the command that sets the version needs bash and perl: install them");
        }
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return NO_SOURCES.contains(folder.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (mayName(file)) {
                    Path to = copy.resolve(ROOT.relativize(file));
                    Files.createDirectories(to.getParent());
                    Files.copy(file, to);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static boolean answers(String program) throws InterruptedException {
        try {
            Process version = new ProcessBuilder(program, "--version")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return version.waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean mayName(Path file) throws IOException {
        return file.toString().matches(".*(\\.xml|\\.md|\\.kts|\\.yml|/set-version)")
                || (file.toString().endsWith(".java") && Files.readString(file).contains("version = \"snowflakeid "));
    }

    @Test
    void oneCommandSetsItEverywhere() throws Exception {
        List<String> before = versions();
        assertThat(before).hasSizeGreaterThan(30).containsOnly(present());
        assertThat(Files.readString(ROOT.resolve("CHANGELOG.md")))
                .startsWith("# Changelog\n\n## " + present().replace("-SNAPSHOT", "") + " (");

        assertThat(setVersion("9.8.7-SNAPSHOT")).contains("-> 9.8.7-SNAPSHOT");
        assertThat(versions()).hasSameSizeAs(before).containsOnly("9.8.7-SNAPSHOT");
        assertThat(changelog()).startsWith("# Changelog\n\n## 9.8.7 (not released)\n\n## ");

        assertThat(setVersion("9.8.7")).contains("-> 9.8.7");
        assertThat(versions()).hasSameSizeAs(before).containsOnly("9.8.7");
        assertThat(changelog()).containsPattern("^# Changelog\\n\\n## 9\\.8\\.7 \\(\\d{4}-\\d\\d-\\d\\d\\)\\n\\n## ");
    }

    /** Text that says what an earlier version did stays as it is. */
    @Test
    void whatNamesNoVersionOfOursStays() throws Exception {
        Path page = copy.resolve("docs/a.md");
        Files.writeString(
                page,
                "written by " + present() + ", on 10.1.0.0, by <groupId>org.x</groupId>\n<version>" + present()
                        + "</version>\n");
        String text = Files.readString(page);
        setVersion("9.8.7-SNAPSHOT");
        assertThat(page).hasContent(text);
    }

    @Test
    void aTreeThatIsNotReadyToBeReleasedIsRejected() throws Exception {
        assertThat(setVersion("1.0")).contains("'1.0' is no version");
        assertThat(setVersion("--check", "9.8.7")).contains("the POMs have version " + present() + ", not 9.8.7");
        assertThat(setVersion("9.8.7")).contains("CHANGELOG.md has no line '## 9.8.7 (not released)'");
        assertThat(versions()).containsOnly(present());
        setVersion("9.8.7-SNAPSHOT");
        setVersion("9.8.7");
        Files.writeString(copy.resolve("SECURITY.md"), "OWNER-SETS-THIS");
        assertThat(setVersion("--check", "9.8.7")).contains("has not replaced OWNER-SETS-THIS in: ", "./SECURITY.md");
    }

    private static String present() throws IOException {
        Matcher version = Pattern.compile("<artifactId>snowflake-parent</artifactId>\\s*<version>(.+)</version>")
                .matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertThat(version.find()).isTrue();
        return version.group(1);
    }

    private String changelog() throws IOException {
        return Files.readString(copy.resolve("CHANGELOG.md"));
    }

    private List<String> versions() throws IOException {
        List<String> found = new ArrayList<>();
        try (var files = Files.walk(copy)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Matcher named = NAMED.matcher(Files.readString(file));
                while (named.find()) {
                    found.add(named.group(1));
                }
            }
        }
        return found;
    }

    private String setVersion(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("bash", copy.resolve(".ci/set-version").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
