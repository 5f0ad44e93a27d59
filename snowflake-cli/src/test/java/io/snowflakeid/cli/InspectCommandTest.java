package io.snowflakeid.cli;

import static io.snowflakeid.cli.CliRun.run;

import io.snowflakeid.DecodedId;
import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.commandline.ExitCode;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InspectCommandTest {

    private static final Instant MOMENT = Instant.parse("2026-05-04T03:02:01.500Z");

    private static CommandLineRun inspect(long id, String layout) {
        CommandLineRun run = run("inspect", Long.toString(id), "--layout", layout);
        run.exitsWith(ExitCode.FINE);
        return run;
    }

    @Test
    void readsTheFields() {
        long id = SnowflakeLayout.DEFAULT.encode(new DecodedId(MOMENT, 0, 17, 5, 0));
        inspect(id, "default").out().isEqualTo("""
                        id          2051135228998651909  (base62 2RWDhweUvMz, crockford32 1RXRRKYBC2405)
                        read as     decimal
                        layout      default: 41x1ms/0/10/12@2010-11-04T01:42:54.657Z, until 2080-07-10T17:30:30.209Z
                        timestamp   2026-05-04T03:02:01.500Z  (tick 489028746843)
                        worker      17  (of 0..1023)
                        sequence    5  (of 0..4095)

                        """);
    }

    @Test
    void namesThePartsThatTheLayoutHas() {
        inspect(SnowflakeLayout.GAME_SERVERS.encode(new DecodedId(MOMENT, 4001, 0, 9, 0)), "game_servers")
                .out()
                .contains("datacenter  4001  (of 0..4095)")
                .doesNotContain("worker");
        inspect(75, "40x10ms/0/4/4/6@2026-01-01T00:00:00Z")
                .out()
                .contains("timestamp   2026-01-01T00:00:00Z  (tick 0)\nworker ")
                .contains("sequence    1  (of 0..15)\ngene        11  (of 0..63)\n");
    }

    @Test
    void asksAboutAnIdOfTheFutureOrOfTheFirstDay() {
        for (long future : new long[] {Long.MAX_VALUE, 9_000_000_000_000_000_000L}) {
            inspect(future, "DEFAULT").out().contains("future: was the id generated with another layout?\n");
        }
        Instant secondDay = SnowflakeLayout.DEFAULT.epoch().plus(Duration.ofDays(1));
        long lastOfTheDay = SnowflakeLayout.DEFAULT.minIdAt(secondDay) - 1;
        inspect(lastOfTheDay, "DEFAULT").out().contains("the first day of the layout", "by a counter?\n");
        inspect(lastOfTheDay + 1, "DEFAULT").out().doesNotContain("first day", "future");
    }

    @Test
    void readsIdsOfALayoutThatHasEnded() {
        inspect(4611686018427387904L, "28x1000ms/0/22/13@2016-05-19T16:00:00Z")
                .out()
                .contains("timestamp   2020-08-20T02:42:08Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {" 2071236410478198784", "2071236410478198784\n", "\t2071236410478198784\u00a0"})
    void stripsBlanksAroundTheText(String text) {
        run("inspect", text).exitsWith(ExitCode.FINE).out().startsWith("id          2071236410478198784  ");
    }

    // ---- text forms

    @Test
    void readsEveryForm() {
        for (IdFormat form : IdReadings.FORMATS) {
            String text = form.format(2071236410478198784L);
            run("inspect", text).out().startsWith("id          2071236410478198784  ");
            run("inspect", text, "--format", form.toString())
                    .out()
                    .startsWith("id          2071236410478198784  ")
                    .contains("\nread as     " + form + "\n");
        }
    }

    @Test
    void showsEveryReadingWithTheNewestThatIsNotOfTheFutureFirst() {
        run("inspect", "20712364")
                .exitsWith(ExitCode.FINE)
                .out()
                .startsWith("'20712364' is an id in 3 formats, the most probable one first."
                        + " Select one with --format.\n\nid          7049657407140  (base62 20712364, ")
                .containsSubsequence("read as     base62\n", "read as     crockford32\n", "read as     decimal\n");
        run("inspect", "7ZZZZZZZZZZ")
                .out()
                .containsSubsequence("read as     crockford32\n", "read as     base62\n", "in the future");
        run("inspect", "5").out().contains("read as     decimal\n").doesNotContain("is an id in");
    }

    @Test
    void leavesOutWhatIsTooLongForTheLayoutIfAnotherReadingFits() {
        run("inspect", "7ZZZZZZZZZZ", "--layout", "JAVASCRIPT_SAFE")
                .out()
                .contains("read as     crockford32\n")
                .doesNotContain("base62\n");
        run("inspect", "2TFCU4DxYVw", "--layout", "JAVASCRIPT_SAFE")
                .failsWith(ExitCode.USAGE, "id 2074493310415256636 has more than the 53 bits of layout 38x10ms/0/7/8@");
    }

    @ParameterizedTest
    @CsvSource({
        "1ty8hq6q80m07, 1TY8HQ6Q80M07",
        "1TY8HQ6Q8OM07, 1TY8HQ6Q80M07",
        "ITY8HQ6Q80M07, 1TY8HQ6Q80M07",
        "lty8hq6q8oMo7, 1TY8HQ6Q80M07",
        "ty8hq6q80m07, TY8HQ6Q80M07"
    })
    void namesTheCrockfordTextThatWasProbablyMeant(String written, String meant) {
        run("inspect", written)
                .failsWith(
                        ExitCode.USAGE,
                        "'" + written + "' is no id in a known format (decimal, base62, crockford32)",
                        "; perhaps it is " + meant + " in crockford32");
        run("inspect", meant).exitsWith(ExitCode.FINE);
    }

    @ParameterizedTest
    @CsvSource({"''", "12 34", "id=5", "zzzzzzzzzzzzz", "507f1f77bcf86cd799439011"})
    void refusesWhatIsNoIdAtAll(String text) {
        run("inspect", "--", text)
                .failsToTheEndWith(
                        ExitCode.USAGE, "'" + text + "' is no id in a known format (decimal, base62, crockford32)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-- -5 | '-5' is no id in format decimal: it has 1 to 19 characters of 0123456789",
                "017f22e2-79b0-7cc3-98c4-dc0c0c07398f | is no id in a known format (decimal, base62, crockford32)",
                "9223372036854775808 | and is at most 9223372036854775807",
                "00000000000000000005 | without zeros in front",
                "9223372036854775807 --layout JAVASCRIPT_SAFE | id 9223372036854775807 has more than the 53 bits of layout",
                "5 --layout TWITER | layout 'TWITER' is neither DEFAULT, TWITTER, GAME_SERVERS,",
                "5 --format base64 | id format 'base64' is unknown: use decimal, base62 or crockford32",
                "12-x --format base62 | '12-x' is no id in format base62: it has 1 to 11 characters of"
            })
    void saysWhatIsWrong(String arguments, String message) {
        run(("inspect " + arguments).split(" ", -1)).failsWith(ExitCode.USAGE, "", message);
    }

    @Test
    void theHelpNamesEveryPreset() {
        CommandLineRun help = run("inspect", "--help");
        SnowflakeLayout.presets().keySet().forEach(name -> help.out().contains(name));
    }
}
