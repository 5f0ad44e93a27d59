package io.snowflakeid.cli;

import io.snowflakeid.DecodedId;
import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.commandline.ExitCode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InspectCommandTest {

    private static final Instant MOMENT = Instant.parse("2026-05-04T03:02:01.500Z");
    private static final Instant FIRST_DAY_ENDS =
            SnowflakeLayout.DEFAULT.epoch().plus(Duration.ofDays(1));

    @Test
    void readsTheFieldsAndDrawsTheBits() {
        long id = SnowflakeLayout.DEFAULT.encode(new DecodedId(MOMENT, 0, 17, 5, 0));
        CommandLineRun run = CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", Long.toString(id));
        run.exitsWith(ExitCode.FINE);
        run.out().isEqualTo("""
                        id          %d  (hex 0x%s)
                        layout      DEFAULT = 41x1ms/0/10/12@2010-11-04T01:42:54.657Z
                        timestamp   2026-05-04T03:02:01.500Z  (tick 489028746843)
                        worker      17  (of 0..1023)
                        sequence    5  (of 0..4095)

                        0 | 00111000111011100011000100111111001011011 | 0000010001 | 000000000101
                          | timestamp 41                              | worker 10  | sequence 12
                        """.formatted(id, Long.toHexString(id)));
    }

    @Test
    void namesThePartsThatTheLayoutHas() {
        long id = SnowflakeLayout.GAME_SERVERS.encode(new DecodedId(MOMENT, 4001, 0, 9, 0));
        CommandLineRun run =
                CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", Long.toString(id), "--layout", "game_servers");
        run.exitsWith(ExitCode.FINE);
        run.out()
                .contains("datacenter  4001  (of 0..4095)")
                .contains("| datacenter 12 | sequence 10")
                .doesNotContain("worker");
    }

    @Test
    void readsALayoutWithAGeneAndFewerThan63Bits() {
        CommandLineRun run = CommandLineRun.of(
                SnowflakeCli.commandLine(), "inspect", "75", "--layout", "40x10ms/0/4/4/6@2026-01-01T00:00:00Z");
        run.exitsWith(ExitCode.FINE);
        run.out()
                .startsWith("'75' may be read in 3 text forms")
                .contains("timestamp   2026-01-01T00:00:00Z  (tick 0)")
                .contains("sequence    1  (of 0..15)")
                .contains("gene        11  (of 0..63)")
                .contains(" |     0000 |       0001 | 001011\n")
                .contains(" | worker 4 | sequence 4 | gene 6");
    }

    @Test
    void wondersAboutAnIdFromTheFuture() {
        CommandLineRun run = CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", Long.toString(Long.MAX_VALUE));
        run.exitsWith(ExitCode.FINE);
        run.out().contains("The timestamp lies in the future: was the id made with another layout?");
    }

    @Test
    void wondersAboutAnIdFromTheFutureThatTheLayoutCouldStillMake() {
        CommandLineRun run = CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "9000000000000000000");
        run.exitsWith(ExitCode.FINE);
        run.out().contains("timestamp   2078-").contains("The timestamp lies in the future");
    }

    @Test
    void wondersAboutAnIdOfTheFirstDay() {
        long lastOfTheDay = SnowflakeLayout.DEFAULT.maxIdAt(FIRST_DAY_ENDS.minusMillis(1));
        CommandLineRun run = CommandLineRun.of(
                SnowflakeCli.commandLine(), "inspect", Long.toString(lastOfTheDay), "--format", "decimal");
        run.exitsWith(ExitCode.FINE);
        run.out()
                .contains("The timestamp lies within the first day of the layout")
                .endsWith("was the id made with another layout, or by a counter?\n");
        CommandLineRun next = CommandLineRun.of(
                SnowflakeCli.commandLine(), "inspect", Long.toString(lastOfTheDay + 1), "--format", "decimal");
        next.exitsWith(ExitCode.FINE);
        next.out().doesNotContain("first day");
    }

    @Test
    void doesNotWonderAboutAnIdOfTheFirstDayOnThatDay() {
        Instant epoch = Instant.now().truncatedTo(ChronoUnit.SECONDS).minusSeconds(3600);
        CommandLineRun run = CommandLineRun.of(
                SnowflakeCli.commandLine(),
                "inspect",
                "5",
                "--format",
                "decimal",
                "--layout",
                "41x1ms/0/10/12@" + epoch);
        run.exitsWith(ExitCode.FINE);
        run.out().contains("timestamp   " + epoch).doesNotContain("first day");
    }

    @ParameterizedTest
    @CsvSource({
        "9223372036854775808, 9223372036854775807",
        "18446744073709551615, 9223372036854775807",
        "10000000000000000000000000000, 9223372036854775807",
        "0x8000000000000000, 0x7fffffffffffffff",
        "0xFFFFFFFFFFFFFFFFFF, 0x7fffffffffffffff"
    })
    void saysThatANumberIsAboveTheLargestId(String text, String largest) {
        CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", text)
                .failsWith(ExitCode.USAGE, "id " + text + " is above " + largest + ", the largest id: it was not made");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808", "12345678901234567890"})
    void saysSoOfANamedFormatAsWell(String text) {
        for (String format : List.of("decimal", "decimal-fixed")) {
            CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", text, "--format", format)
                    .failsWith(ExitCode.USAGE, "id " + text + " is above 9223372036854775807, the largest id");
        }
        CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", text, "--format", "base62")
                .failsWith(ExitCode.USAGE, "'" + text + "' is no id in format base62");
    }

    @Test
    void doesNotTakeZerosInFrontForALargeNumber() {
        CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "00000000000000000005")
                .failsWith(ExitCode.USAGE, "'00000000000000000005' is no id");
    }

    @ParameterizedTest
    @ValueSource(strings = {" 2071236410478198784", "2071236410478198784\n", "\t2071236410478198784\u00a0"})
    void stripsBlanksAroundTheText(String text) {
        for (String[] line : new String[][] {{"inspect", text}, {"inspect", text, "--format", "decimal"}}) {
            CommandLineRun run = CommandLineRun.of(SnowflakeCli.commandLine(), line);
            run.exitsWith(ExitCode.FINE);
            run.out().startsWith("id          2071236410478198784  (hex 0x1cbe");
        }
        CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", " 507f1f77bcf86cd799439011 ")
                .out()
                .startsWith("ObjectId    507f1f77bcf86cd799439011 ");
        CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", " 20712364 ")
                .out()
                .startsWith("'20712364' may be read");
    }

    @Test
    void readsTheHexThatItPrints() {
        for (String hex : List.of("0x" + Long.toHexString(2071236410478198784L), "0x0001CBE8E2E9B3F0000")) {
            CommandLineRun run = CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", hex, "--texts");
            run.exitsWith(ExitCode.FINE);
            run.out()
                    .contains("read as     hex\n")
                    .contains("crockford32-fixed  ")
                    .doesNotContain("---");
        }
        CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "0x" + Long.toHexString(2071236410478198784L))
                .out()
                .startsWith("id          2071236410478198784  (hex 0x" + Long.toHexString(2071236410478198784L) + ")");
    }

    @Test
    void readsHexOnlyBehindASmallZeroX() {
        CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "1cbe8e2e9b3f0000")
                .failsWith(ExitCode.USAGE, "'1cbe8e2e9b3f0000' is no id");
        CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "0x").failsWith(ExitCode.USAGE, "'0x' is no id");
        CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "0xg").failsWith(ExitCode.USAGE, "'0xg' is no id");
        CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "0x1cbe8e2e9b3f0000", "--format", "decimal")
                .failsWith(ExitCode.USAGE, "'0x1cbe8e2e9b3f0000' is no id in format decimal");
    }

    @Test
    void readsHexAsOneFormOfSeveral() {
        CommandLineRun base62 = CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "0x123456789");
        base62.exitsWith(ExitCode.FINE);
        base62.out().containsSubsequence("may be read in 2 text forms", "--- base62-fixed", "--- hex");
        // 13 characters, which crockford32-fixed would read as an id of a later year if the x were a capital
        CommandLineRun hex = CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "0x12345678901");
        hex.exitsWith(ExitCode.FINE);
        hex.out().contains("read as     hex").doesNotContain("crockford32");
    }

    @Test
    void refusesHexThatIsTooLongForTheLayout() {
        CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "0x7fffffffffffffff", "--layout", "JAVASCRIPT_SAFE")
                .failsWith(ExitCode.USAGE, "id 9223372036854775807 has more than the 53 bits");
    }

    @Test
    void refusesANegativeId() {
        CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "--", "-5")
                .failsWith(ExitCode.USAGE, "id -5 is negative: ids are positive");
    }

    @ParameterizedTest
    @CsvSource({"12-x", "''", "12 34", "-", "-12345678901234567890", "id=5", "507f1f77bcf86cd79943901"})
    void refusesWhatIsNoIdAtAll(String text) {
        CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "--", text)
                .failsWith(
                        ExitCode.USAGE,
                        "'" + text
                                + "' is no id in any text form (decimal, base62, crockford32), no UUID and no ObjectId\n");
    }

    // ---- text forms

    private static final String REVERSED = "zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPONMLKJIHGFEDCBA9876543210";

    /** 2071236410478198784 is of May 2026. */
    @ParameterizedTest
    @CsvSource({
        "2071236410478198784, decimal",
        "2071236410478198784, decimal-fixed",
        "2TFCU4DxYVw, base62",
        "2TFCU4DxYVw, base62-fixed",
        "1SZM6J79KYM00, crockford32",
        "1SZM6J79KYM00, crockford32-fixed"
    })
    void readsEveryFormThatIsNamed(String ignored, String format) {
        long id = 2071236410478198784L;
        CommandLineRun run = CommandLineRun.of(
                SnowflakeCli.commandLine(), "inspect", IdFormat.of(format).format(id), "--format", format);
        run.exitsWith(ExitCode.FINE);
        run.out().startsWith("id          2071236410478198784  (hex 0x").contains("timestamp   2026-");
    }

    @Test
    void readsAnAlphabetOfOnesOwn() {
        IdFormat own = IdFormat.base62(REVERSED);
        CommandLineRun run = CommandLineRun.of(
                SnowflakeCli.commandLine(),
                "inspect",
                own.format(2071236410478198784L),
                "--format",
                own.name(),
                "--texts");
        run.exitsWith(ExitCode.FINE);
        run.out()
                .contains("id          2071236410478198784")
                .contains(own.name() + "  " + own.format(2071236410478198784L));
    }

    @Test
    void findsTheFormOfALongTextByItself() {
        for (IdFormat format : IdReadings.FORMATS) {
            CommandLineRun run =
                    CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", format.format(2071236410478198784L));
            run.exitsWith(ExitCode.FINE);
            run.out().startsWith("id          2071236410478198784  (hex 0x").doesNotContain("---");
        }
    }

    @Test
    void showsEveryPlausibleReadingWithTheNewestFirst() {
        CommandLineRun run = CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "20712364");
        run.exitsWith(ExitCode.FINE);
        run.out().startsWith("""
                        '20712364' may be read in 3 text forms; the most plausible comes first, the one that was made last.
                        Name the right one with --format.

                        --- base62
                        id          7049657407140  (hex 0x669605356a4)
                        read as     base62
                        """).containsSubsequence("--- base62", "--- crockford32", "--- decimal");
    }

    @Test
    void leavesOutWhatLiesInTheFutureIfAnythingElseIsPlausible() {
        // 11 characters: in base62 of 2026, in crockford32 of 2011, both made; ZZZ... in base62 would be later than the
        // layout
        CommandLineRun run = CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "7ZZZZZZZZZZ");
        run.exitsWith(ExitCode.FINE);
        run.out().contains("read as     crockford32").doesNotContain("base62").doesNotContain("future");
    }

    @Test
    void saysSoIfNoReadingIsPlausible() {
        CommandLineRun run = CommandLineRun.of(
                SnowflakeCli.commandLine(),
                "inspect",
                "AzL8n0Y58m7",
                "--layout",
                "41x1ms/0/10/12@2026-01-01T00:00:00Z");
        run.exitsWith(ExitCode.FINE);
        run.out().contains("read as     base62").contains("The timestamp lies in the future");
        CommandLineRun several = CommandLineRun.of(
                SnowflakeCli.commandLine(), "inspect", "99999999999", "--layout", "62x1ms/0/0/1@2026-11-01T00:00:00Z");
        several.exitsWith(ExitCode.FINE);
        several.out()
                .startsWith(
                        "'99999999999' may be read in 3 text forms; none is plausible, as all were made in the future.");
    }

    @Test
    void printsAllTextsOfAnId() {
        CommandLineRun run = CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "2123748188476166151", "--texts");
        run.exitsWith(ExitCode.FINE);
        run.out().contains("""
                decimal            2123748188476166151
                decimal-fixed      2123748188476166151
                base62             2Wsmvoh3qdj
                base62-fixed       2Wsmvoh3qdj
                crockford32        1TY8HQ6Q80M07
                crockford32-fixed  1TY8HQ6Q80M07
                """);
    }

    @ParameterizedTest
    @CsvSource({
        "1ty8hq6q80m07, 1TY8HQ6Q80M07",
        "1TY8HQ6Q8OM07, 1TY8HQ6Q80M07",
        "ITY8HQ6Q80M07, 1TY8HQ6Q80M07",
        "lty8hq6q8oMo7, 1TY8HQ6Q80M07"
    })
    void namesTheCrockfordTextThatWasProbablyMeant(String written, String meant) {
        CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", written)
                .failsWith(
                        ExitCode.USAGE,
                        "'" + written + "' is no id in any text form (decimal, base62, crockford32)",
                        "no UUID and no ObjectId",
                        "in crockford32 probably " + meant + " was meant");
        CommandLineRun named =
                CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", written, "--format", "crockford32");
        named.exitsWith(ExitCode.USAGE);
        named.err().contains("is no id in format crockford32").contains("probably " + meant + " was meant");
        CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", meant).exitsWith(ExitCode.FINE);
    }

    @Test
    void namesTheCrockfordTextAlsoIfAnotherReadingIsTooLongForTheLayout() {
        SnowflakeLayout layout = SnowflakeLayout.JAVASCRIPT_SAFE;
        String meant = IdFormat.CROCKFORD32.format(layout.encode(new DecodedId(MOMENT, 0, 5, 0, 0)));
        CommandLineRun tooLong = CommandLineRun.of(
                SnowflakeCli.commandLine(), "inspect", meant.toLowerCase(Locale.ROOT), "--layout", "JAVASCRIPT_SAFE");
        tooLong.exitsWith(ExitCode.USAGE);
        tooLong.err().contains("more than the 53 bits").contains("probably " + meant + " was meant");
    }

    @Test
    void refusesAFormatThatDoesNotExistOrDoesNotFit() {
        CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "5", "--format", "base64")
                .failsWith(ExitCode.USAGE, "id format 'base64' is unknown: use decimal, base62 or crockford32");
        CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "12-x", "--format", "base62")
                .failsWith(ExitCode.USAGE, "'12-x' is no id in format base62: it has '-' at position 2");
        CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "9223372036854775807", "--layout", "JAVASCRIPT_SAFE")
                .failsWith(ExitCode.USAGE, "id 9223372036854775807 has more than the 53 bits of layout 38x10ms/0/7/8@");
    }

    // ---- layouts

    @Test
    void namesThePartsOfTheDatacenter() {
        String spec = "41x1ms/region:3+business:4/6/9@2010-11-04T01:42:54.657Z";
        SnowflakeLayout layout = SnowflakeLayout.parse(spec);
        long id = layout.encode(new DecodedId(MOMENT, 0b101_0011, 33, 5, 0));
        CommandLineRun run =
                CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", Long.toString(id), "--layout", spec);
        run.exitsWith(ExitCode.FINE);
        run.out()
                .contains("""
                        datacenter  83  (of 0..127)
                          region    5  (of 0..7)
                          business  3  (of 0..15)
                        worker      33  (of 0..63)
                        """)
                .contains(" |      101 |       0011 |   100001 |  000000101")
                .contains(" | region 3 | business 4 | worker 6 | sequence 9");
    }

    @Test
    void readsIdsOfALayoutThatHasEnded() {
        CommandLineRun run = CommandLineRun.of(
                SnowflakeCli.commandLine(),
                "inspect",
                "4611686018427387904",
                "--layout",
                "28x1000ms/0/22/13@2016-05-19T16:00:00Z");
        run.exitsWith(ExitCode.FINE);
        run.out().contains("timestamp   2020-08-20T02:42:08Z");
    }

    @Test
    void theHelpNamesEveryPreset() {
        CommandLineRun run = CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "--help");
        SnowflakeLayout.presets().keySet().forEach(name -> run.out().contains(name));
    }

    // ---- other kinds of id: the vectors of RFC 9562, appendix A and B

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "C232AB00-9414-11EC-B3C8-9F6BDECED846 | 1 | 2022-02-22T19:22:22Z",
                "1EC9414C-232A-6B00-B3C8-9F6BDECED846 | 6 | 2022-02-22T19:22:22Z",
                "017F22E2-79B0-7CC3-98C4-DC0C0C07398F | 7 | 2022-02-22T19:22:22Z",
                "urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f | 7 | 2022-02-22T19:22:22Z",
                "017f22e279b07cc398c4dc0c0c07398f | 7 | 2022-02-22T19:22:22Z",
                "13814000-1dd2-11b2-8000-000000000000 | 1 | 1970-01-01T00:00:00Z",
                "00000000-0000-1000-8000-000000000000 | 1 | 1582-10-15T00:00:00Z",
                "00000001-0000-1000-8000-000000000000 | 1 | 1582-10-15T00:00:00.000000100Z"
            })
    void readsTheTimeOfAUuidThatHasOne(String text, int version, String time) {
        CommandLineRun run = CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", text);
        run.exitsWith(ExitCode.FINE);
        run.out().contains("version     " + version + ": a time").contains("timestamp   " + time + "\n");
    }

    @Test
    void readsTheOtherPartsOfAUuid() {
        for (String text : List.of("C232AB00-9414-11EC-B3C8-9F6BDECED846", "1EC9414C-232A-6B00-B3C8-9F6BDECED846")) {
            CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", text)
                    .out()
                    .contains("clock seq   33c8\n")
                    .contains("node        9f6bdeced846\n");
        }
        CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F")
                .out()
                .contains("the rest    cc3 18c4dc0c0c07398f  (74 bits)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5df41881-3aed-3515-88a7-2f4a814cf09e | version     3: a name, hashed by MD5; it holds no time",
                "919108f7-52d1-4320-9bac-f847db4148a8 | version     4: random; it holds no time",
                "2ed6657d-e927-568b-95e1-2665a8aea6a2 | version     5: a name, hashed by SHA-1; it holds no time",
                "2489E9AD-2EE2-8E00-8EC9-32D5F69181C0 | version     8: its bits mean what its maker wants; it holds no time",
                "000003e8-9414-21ec-b300-9f6bdeced846 | version     2: DCE security; it holds no whole time",
                "2489e9ad-2ee2-9e00-8ec9-32d5f69181c0 | version     9: unknown to RFC 9562; it holds no time",
                "00000000-0000-0000-0000-000000000000 | version     none: the nil UUID, which holds no time",
                "ffffffff-ffff-ffff-ffff-ffffffffffff | version     none: the max UUID, which holds no time",
                "c232ab00-9414-11ec-c3c8-9f6bdeced846 | version     none: its variant is not that of RFC 9562"
            })
    void saysThatOtherUuidsHoldNoTime(String text, String line) {
        CommandLineRun run = CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", text);
        run.exitsWith(ExitCode.FINE);
        run.out().contains(line).doesNotContain("timestamp");
    }

    @Test
    void readsAnObjectId() {
        CommandLineRun run = CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "507f1f77bcf86cd799439011");
        run.exitsWith(ExitCode.FINE);
        run.out().isEqualTo("""
                ObjectId    507f1f77bcf86cd799439011  (96 bits: not an id of 64)
                timestamp   2012-10-17T21:13:27Z
                process     bcf86cd799  (random)
                counter     4427793
                """);
    }

    @Test
    void refusesAUuidWhereAFormatIsNamed() {
        CommandLineRun.of(
                        SnowflakeCli.commandLine(),
                        "inspect",
                        "017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
                        "--format",
                        "decimal")
                .failsWith(ExitCode.USAGE, "'017F22E2-79B0-7CC3-98C4-DC0C0C07398F' is no id in format decimal");
    }

    @Test
    void refusesAnUnknownLayout() {
        CommandLineRun.of(SnowflakeCli.commandLine(), "inspect", "5", "--layout", "TWITER")
                .failsWith(ExitCode.USAGE, "layout 'TWITER' is neither DEFAULT, TWITTER, GAME_SERVERS,");
    }
}
