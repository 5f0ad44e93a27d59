package io.snowflakeid.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is in the archives. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "files have no modes")
class ContentsIT {

    private static final Pattern JAR = Pattern.compile("(?m)^(lib/\\S+\\.jar): (.+), see (\\S+)$");
    private static final Pattern NAMED_FILE = Pattern.compile(
            "(?:bin|docs|lib|sample)/[\\w.-]*|[\\w-]+\\.jar|LICENSE|NOTICE|THIRD-PARTY\\.txt|Containerfile");
    private static final List<String> LICENCES = List.of(
            "Apache-2.0",
            "BSD-2-Clause",
            "GPL-2.0-only WITH Universal-FOSS-exception-1.0",
            "MIT",
            "MPL-2.0 OR EPL-1.0");

    @TempDir
    private Path folder;

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("io.snowflakeid.distribution.Archive#all")
    void everyJarIsNamedWithItsVersionAndTheTextOfItsLicence(Archive archive) throws IOException {
        Path unpacked = archive.unpack(folder);
        Map<String, String> texts = new TreeMap<>();
        JAR.matcher(Files.readString(unpacked.resolve("THIRD-PARTY.txt")))
                .results()
                .forEach(line -> {
                    assertThat(line.group(2)).as(line.group(1)).isIn(LICENCES);
                    texts.put(line.group(1), line.group(3));
                });
        assertThat(texts.keySet())
                .as(
                        "%s names the jars in lib, and no other",
                        Path.of("distribution", archive.command(), "THIRD-PARTY.txt"))
                .containsExactlyElementsOf(files(unpacked).stream()
                        .filter(file -> file.startsWith("lib/"))
                        .toList());
        assertThat(texts.values())
                .allSatisfy(text -> assertThat(unpacked.resolve(text))
                        .content()
                        .containsAnyOf("icense", "Redistribution")
                        .hasSizeGreaterThan(200));
    }

    @ParameterizedTest
    @MethodSource("io.snowflakeid.distribution.Archive#all")
    void theJarFindsAllOfLib(Archive archive) throws IOException {
        Path unpacked = archive.unpack(folder);
        try (JarFile jar =
                new JarFile(unpacked.resolve(archive.command() + ".jar").toFile())) {
            String classPath = jar.getManifest().getMainAttributes().getValue("Class-Path");
            assertThat(classPath.split(" ", 0))
                    .containsExactlyInAnyOrderElementsOf(files(unpacked).stream()
                            .filter(file -> file.startsWith("lib/"))
                            .toList())
                    .noneMatch(name -> name.contains("protobuf"));
        }
    }

    @ParameterizedTest
    @MethodSource("io.snowflakeid.distribution.Archive#all")
    void everyFileHasItsModeAndOnlyScriptsAreExecutable(Archive archive) throws IOException {
        Path unpacked = archive.unpack(folder);
        try (Stream<Path> paths = Files.walk(unpacked)) {
            assertThat(paths).allSatisfy(path -> {
                boolean runs = Files.isDirectory(path)
                        || path.equals(archive.script(unpacked))
                        || path.endsWith("sample/fill");
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                        .isEqualTo(runs ? "rwxr-xr-x" : "rw-r--r--");
            });
        }
    }

    @ParameterizedTest
    @MethodSource("io.snowflakeid.distribution.Archive#all")
    void eachScriptHasTheLineEndingsOfItsSystem(Archive archive) throws IOException {
        Path script = archive.script(archive.unpack(folder));
        assertThat(script).content().startsWith("#!/bin/sh\n").doesNotContain("\r");
        String windows = Files.readString(script.resolveSibling(archive.command() + ".cmd"));
        assertThat(windows).startsWith("@echo off\r\n");
        assertThat(windows.replace("\r\n", "")).doesNotContain("\n");
    }

    @ParameterizedTest
    @MethodSource("io.snowflakeid.distribution.Archive#all")
    void theReadmeNamesFilesThatAreThere(Archive archive) throws IOException {
        Path unpacked = archive.unpack(folder);
        String readme = Files.readString(unpacked.resolve("README.txt"));
        assertThat(readme)
                .startsWith(archive.command() + " " + Archive.VERSION + "\n")
                .doesNotContain("${");
        List<String> named = NAMED_FILE
                .matcher(readme.replace('\\', '/'))
                .results()
                .map(MatchResult::group)
                .toList();
        assertThat(named)
                .contains("bin/" + archive.command() + ".cmd", "LICENSE", "THIRD-PARTY.txt")
                .allSatisfy(name -> assertThat(unpacked.resolve(name)).exists());
    }

    @Test
    void bothFormatsHoldTheSameFiles() throws IOException {
        for (String command : List.of("server-merge", "snowflake-cli")) {
            Path tar = new Archive(command, "tar.gz").unpack(Files.createDirectories(folder.resolve(command + "/tar")));
            Path zip = new Archive(command, "zip").unpack(Files.createDirectories(folder.resolve(command + "/zip")));
            assertThat(files(tar))
                    .isEqualTo(files(zip))
                    .contains("LICENSE", "NOTICE", "README.txt", "docs/operations.md", "docs/prometheus/alerts.yaml");
            for (String file : files(tar)) {
                assertThat(Files.mismatch(tar.resolve(file), zip.resolve(file)))
                        .as(file)
                        .isEqualTo(-1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.snowflakeid.distribution.Archive#all")
    void theChecksumsAreThoseOfTheFile(Archive archive) throws Exception {
        for (String algorithm : List.of("SHA-256", "SHA-512")) {
            byte[] digest = MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(archive.file()));
            String name = archive + "." + algorithm.toLowerCase(Locale.ROOT).replace("-", "");
            assertThat(archive.file().resolveSibling(name))
                    .content()
                    .isEqualToIgnoringNewLines(HexFormat.of().formatHex(digest) + "  " + archive);
        }
    }
}
