package io.snowflakeid.demo;

import io.snowflakeid.DecodedId;
import io.snowflakeid.SnowflakeLayout;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class InspectCommandTest {

    private static final Instant MOMENT = Instant.parse("2026-05-04T03:02:01.500Z");

    @Test
    void readsTheFieldsAndDrawsTheBits() {
        long id = SnowflakeLayout.DEFAULT.encode(new DecodedId(MOMENT, 0, 17, 5, 0));
        CommandLineRun run = CommandLineRun.of("inspect", Long.toString(id));
        run.exitsWith(ExitCode.FINE);
        run.out().isEqualTo("""
                        id          %d  (hex %s)
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
        CommandLineRun run = CommandLineRun.of("inspect", Long.toString(id), "--layout", "game_servers");
        run.exitsWith(ExitCode.FINE);
        run.out()
                .contains("datacenter  4001  (of 0..4095)")
                .contains("| datacenter 12 | sequence 10")
                .doesNotContain("worker");
    }

    @Test
    void readsALayoutWithAGeneAndFewerThan63Bits() {
        CommandLineRun run = CommandLineRun.of("inspect", "75", "--layout", "40x10ms/0/4/4/6@2026-01-01T00:00:00Z");
        run.exitsWith(ExitCode.FINE);
        run.out()
                .contains("timestamp   2026-01-01T00:00:00Z  (tick 0)")
                .contains("sequence    1  (of 0..15)")
                .contains("gene        11  (of 0..63)")
                .contains(" |     0000 |       0001 | 001011\n")
                .contains(" | worker 4 | sequence 4 | gene 6");
    }

    @Test
    void wondersAboutAnIdFromTheFuture() {
        CommandLineRun run = CommandLineRun.of("inspect", Long.toString(Long.MAX_VALUE));
        run.exitsWith(ExitCode.FINE);
        run.out().contains("The timestamp lies in the future: was the id made with another layout?");
    }

    @Test
    void refusesANegativeId() {
        CommandLineRun.of("inspect", "--", "-5").failsWith(ExitCode.USAGE, "id -5 is negative: ids are positive");
    }

    @Test
    void refusesWhatIsNotANumber() {
        CommandLineRun.of("inspect", "12x")
                .failsWith(ExitCode.USAGE, "Invalid value for positional parameter at index 0");
    }

    @Test
    void refusesAnUnknownLayout() {
        CommandLineRun.of("inspect", "5", "--layout", "TWITER")
                .failsWith(
                        ExitCode.USAGE, "layout 'TWITER' is neither DEFAULT, TWITTER, GAME_SERVERS,");
    }
}
