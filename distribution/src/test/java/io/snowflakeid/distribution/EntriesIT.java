package io.snowflakeid.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing in an archive depends on the machine, the user, the folder or the time that it is made. */
class EntriesIT {

    private static final Instant TIME = Instant.parse(System.getProperty("project.build.outputTimestamp"));

    @ParameterizedTest
    @ValueSource(strings = {"server-merge", "snowflake-cli"})
    void ofAZipHaveTheFixedTime(String command) throws IOException {
        try (ZipFile zip = new ZipFile(new Archive(command, "zip").file().toFile())) {
            List<? extends ZipEntry> entries = zip.stream().toList();
            assertThat(entries)
                    .hasSizeGreaterThan(40)
                    .extracting(entry -> entry.getTimeLocal().toInstant(ZoneOffset.UTC))
                    .containsOnly(TIME);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"server-merge", "snowflake-cli"})
    void ofATarHaveTheFixedTimeAndNoOwner(String command) throws IOException {
        List<Long> times = new ArrayList<>();
        List<Long> owners = new ArrayList<>();
        try (DataInputStream tar =
                new DataInputStream(new GZIPInputStream(Files.newInputStream(new Archive(command, "tar.gz").file())))) {
            byte[] header = new byte[512];
            for (tar.readFully(header); header[0] != 0; tar.readFully(header)) {
                owners.add(octal(header, 108));
                owners.add(octal(header, 116));
                times.add(octal(header, 136));
                tar.skipNBytes((octal(header, 124) + 511) / 512 * 512);
            }
        }
        assertThat(times).hasSizeGreaterThan(40).containsOnly(TIME.getEpochSecond());
        assertThat(owners).containsOnly(0L);
    }

    private static long octal(byte[] header, int at) {
        int end = at;
        while (header[end] >= '0' && header[end] <= '7') {
            end++;
        }
        return Long.parseLong(new String(header, at, end - at, StandardCharsets.US_ASCII), 8);
    }
}
