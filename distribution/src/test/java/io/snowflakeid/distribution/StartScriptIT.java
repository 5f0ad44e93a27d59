package io.snowflakeid.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Starts unpacked archives where no program exists besides those that the script itself needs. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the script for Windows has another language")
class StartScriptIT {

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final Archive ARCHIVE = new Archive("server-merge", "tar.gz");

    @TempDir
    private Path folder;

    private Path programs;

    @BeforeEach
    void offerTheProgramsOfTheScript() throws IOException {
        programs = Files.createDirectory(folder.resolve("programs"));
        for (String program : List.of("dirname", "readlink", "sed")) {
            program(program, "exec " + found(program) + " \"$@\"");
        }
    }

    /** Puts a shell script on the path of what is started. */
    private void program(String name, String script) throws IOException {
        Path program = Files.writeString(programs.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Path found(String program) {
        for (String entry : System.getenv("PATH").split(":", -1)) {
            if (Files.isExecutable(Path.of(entry, program))) {
                return Path.of(entry, program);
            }
        }
        throw new AssertionError("there is no " + program + " on the PATH");
    }

    private Path unpacked(Archive archive) throws IOException {
        return archive.unpack(Files.createDirectory(folder.resolve("with a space")));
    }

    private Run start(Path script, Map<String, String> more, String... arguments) {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("PATH", programs.toString());
        List<String> line = new ArrayList<>(List.of(script.toString()));
        line.addAll(List.of(arguments));
        return Run.of(environment, line.toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("io.snowflakeid.distribution.Archive#all")
    void startsInAFolderWithASpaceAndThroughLinks(Archive archive) throws IOException {
        Path script = archive.script(unpacked(archive));
        Path link = Files.createSymbolicLink(folder.resolve("a link"), script);
        Path linkToLink = Files.createSymbolicLink(programs.resolve("relative"), Path.of("..", "a link"));
        Path ofFolder = Files.createSymbolicLink(folder.resolve("a folder"), script.getParent());
        java("17");
        for (Path path : List.of(script, link, linkToLink, ofFolder.resolve(archive.command()))) {
            start(path, Map.of(), "--version")
                    .prints()
                    .isEqualTo("<-jar><" + script.toRealPath().getParent().getParent() + "/" + archive.command()
                            + ".jar><--version>");
        }
        program("java", "exec " + JAVA + " -XX:TieredStopAtLevel=1 \"$@\"");
        start(script, Map.of(), "--version")
                .prints()
                .isEqualTo("snowflakeid " + archive.command() + " " + Archive.VERSION + "\n");
    }

    @Test
    void theCommandsOutputAndExitCodeAreTheScripts() throws IOException {
        Path script = ARCHIVE.script(unpacked(ARCHIVE));
        program("java", "exec " + JAVA + " -XX:TieredStopAtLevel=1 \"$@\"");
        start(script, Map.of("CDPATH", folder.toString()), "--help").prints().contains("Usage: " + ARCHIVE.command());
        start(script, Map.of(), "no-such-command").failsWith(2).startsWith("error: ");
    }

    @Test
    void javaHomeIsUsedBeforeThePath() throws IOException {
        Path script = ARCHIVE.script(unpacked(ARCHIVE));
        java("11.0.2");
        start(script, Map.of("JAVA_HOME", JAVA.getParent().getParent().toString()), "--version")
                .prints()
                .startsWith("snowflakeid server-merge ");
    }

    /** A Java that prints its arguments, but a version if it is asked for one. */
    private void java(String version) throws IOException {
        program("java", """
                if [ "$1" = -version ]; then
                  echo 'Picked up JAVA_TOOL_OPTIONS: -Dx=1' >&2
                  echo 'openjdk version "%s" 2025-04-15' >&2
                else
                  printf '<%%s>' "$@"
                fi
                """.formatted(version));
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "17.0.15", "25-ea", "100.1"})
    void passesOptionsAndArgumentsAsTheyAre(String version) throws IOException {
        Path unpacked = unpacked(ARCHIVE);
        java(version);
        start(ARCHIVE.script(unpacked), Map.of("JAVA_OPTS", "-Xmx1g  *"), "a b", "", "*", "$HOME", "\\n", "\"")
                .prints()
                .isEqualTo(
                        "<-Xmx1g><*><-jar><" + unpacked.toRealPath() + "/server-merge.jar><a b><><*><$HOME><\\n><\">");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.8.0_292", "9", "11.0.2", "16.0.1"})
    void javaThatIsTooOldIsNamed(String version) throws IOException {
        Path script = ARCHIVE.script(unpacked(ARCHIVE));
        java(version);
        start(script, Map.of(), "--version")
                .failsWith(127)
                .isEqualTo("server-merge: " + programs.resolve("java") + " is Java " + version
                        + ", but server-merge needs Java 17 or later: set JAVA_HOME to it\n");
    }

    @Test
    void missingJavaIsNamed() throws IOException {
        start(ARCHIVE.script(unpacked(ARCHIVE)), Map.of(), "--version")
                .failsWith(127)
                .isEqualTo(
                        "server-merge: Java is missing: install Java 17 or later, and put its folder bin on the PATH,"
                                + " or set JAVA_HOME\n");
    }

    @Test
    void aJavaHomeWithoutJavaIsNamed() throws IOException {
        start(ARCHIVE.script(unpacked(ARCHIVE)), Map.of("JAVA_HOME", "/no/such folder"), "--version")
                .failsWith(127)
                .contains("JAVA_HOME is /no/such folder,", "no program /no/such folder/bin/java", "Java 17 or later");
    }

    @Test
    void javaThatDoesNotStartIsNamedWithWhatItPrints() throws IOException {
        Path script = ARCHIVE.script(unpacked(ARCHIVE));
        java("none");
        start(script, Map.of(), "--version")
                .failsWith(127)
                .contains("java -version prints no version, but: ", "openjdk version \"none\"");
    }

    @ParameterizedTest
    @CsvSource({"server-merge, zip", "snowflake-cli, tar.gz"})
    void theJarRunsWithoutTheScript(String command, String format) throws IOException {
        Path jar = unpacked(new Archive(command, format)).resolve(command + ".jar");
        assertThat(jar).isRegularFile();
        Run.of(Map.of(), JAVA.toString(), "-jar", jar.toString(), "--version")
                .prints()
                .contains(Archive.VERSION);
    }
}
