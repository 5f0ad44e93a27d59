package io.snowflakeid.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.commandline.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class VerificationTest {

    @Test
    void saysWhatItCanBeAskedFor() {
        assertThat(help("peers"))
                .contains("SNOWFLAKEID, TEXTBOOK, MYBATIS_PLUS, HUTOOL, TSID", "RESTART_IN_THE_PAST")
                .contains("1 our generator generated a duplicate")
                .contains("--seconds=<seconds> Duration; at least 4 windows, except with only restores. Default: 20");
        assertThat(help("chaos")).contains("except with only restores. Default: 60", "Default: report");
        assertThat(help("generators"))
                .contains("SNOWFLAKEID, SNOWFLAKEID_LEASED, AGRONA")
                .contains("1 with --quick, a ratio is more than 30 % off its target");
        assertThat(help("rows")).contains("default: all of jdbc, hibernate, mybatis_batch");
    }

    private static String help(String command) {
        CommandLine line = Verification.commandLine().getSubcommands().get(command);
        return line.getUsageMessage(CommandLine.Help.Ansi.OFF).replaceAll("\\s+", " ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "peers --seconds 7       | --seconds must be at least 4 windows of 2000 ms, but is 7",
                "peers --makers leaf     | Invalid value for option '--makers' (<makers>): expected one of [SNOWFLAKEID, TEXTBOOK,",
                "generators --page x.md  | --page shows the figures of --json: set that file too",
                "rows --url jdbc:h2:mem:x | this is an address that begins with jdbc:h2:, but this command needs one of",
                "index-cost --fills 2,1 | --fills must increase from a number above 0, but is [2.0, 1.0]",
            })
    void refusesWhatCannotBe(String arguments, String message) {
        CommandLineRun.of(Verification.commandLine(), arguments.split(" ")).failsWith(ExitCode.USAGE, message);
    }
}
