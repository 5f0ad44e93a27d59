package io.snowflakeid.verification;

import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.commandline.ExitCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerificationTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "peers --makers leaf     | Invalid value for option '--makers' (<makers>): expected one of [SNOWFLAKEID, TEXTBOOK,",
                "generators --page x.md  | --page shows the figures of --json: set that file too",
                "rows --url jdbc:h2:mem:x | this is an address that begins with jdbc:h2:, but this command needs one of",
                "index-cost --fills 2,1 | --fills must increase from a number above 0, but is [2.0, 1.0]",
            })
    void refusesWhatCannotBe(String arguments, String message) {
        CommandLineRun.of(Verification.commandLine(), arguments.split(" ")).failsWith(ExitCode.USAGE, message);
    }
}
