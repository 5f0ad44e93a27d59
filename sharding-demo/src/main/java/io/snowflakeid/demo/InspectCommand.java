package io.snowflakeid.demo;

import io.snowflakeid.DecodedId;
import io.snowflakeid.SnowflakeLayout;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads an id and draws its bits. */
@Command(
        name = "inspect",
        mixinStandardHelpOptions = true,
        description = "Decodes an id: when it was made, by whom, and which bits say so.",
        footer = {
            "",
            "Examples:",
            "  java -jar sharding-demo.jar inspect 2071236410478198784",
            "  java -jar sharding-demo.jar inspect 2071236410478198784 --layout GAME_SERVERS",
            "  java -jar sharding-demo.jar inspect 99371263543869440 --layout 41x1ms/0/10/6/6@2026-01-01T00:00:00Z"
        })
final class InspectCommand implements Callable<Integer> {

    @Parameters(paramLabel = "<id>", description = "The id, a whole number.")
    private long id;

    @Option(
            names = "--layout",
            paramLabel = "NAME|SPEC",
            defaultValue = "DEFAULT",
            description = {
                "The layout that made the id: DEFAULT, TWITTER, GAME_SERVERS, or",
                "<timestamp>x<tick>ms/<datacenter>/<worker>/<sequence>[/<gene>]@<epoch>; default: ${DEFAULT-VALUE}."
            })
    private String layout = "DEFAULT";

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = DemoRun.terminalOf(spec);
        try {
            SnowflakeLayout chosen = SnowflakeLayout.parse(layout);
            print(out, chosen, chosen.decode(id));
        } catch (IllegalArgumentException e) {
            throw DemoFailure.ofUsage(String.valueOf(e.getMessage()));
        }
        out.flush();
        return ExitCode.FINE;
    }

    private void print(PrintWriter out, SnowflakeLayout chosen, DecodedId fields) {
        out.println("id          " + id + "  (hex " + Long.toHexString(id) + ")");
        out.println("layout      " + layout + (layout.equals(chosen.spec()) ? "" : " = " + chosen.spec()));
        out.println("timestamp   " + fields.timestamp() + "  (tick " + chosen.tickAt(fields.timestamp()) + ")");
        printField(out, "datacenter", fields.datacenter(), chosen.datacenterBits());
        printField(out, "worker", fields.worker(), chosen.workerBits());
        printField(out, "sequence", fields.sequence(), chosen.sequenceBits());
        printField(out, "gene", fields.gene(), chosen.geneBits());
        out.println();
        new BitDrawing(chosen).print(out, id);
        if (fields.timestamp().isAfter(Instant.now())) {
            out.println();
            out.println("The timestamp lies in the future: was the id made with another layout?");
        }
    }

    private static void printField(PrintWriter out, String name, long value, int bits) {
        if (bits > 0) {
            out.printf("%-10s  %d  (of 0..%d)%n", name, value, (1L << bits) - 1);
        }
    }
}
