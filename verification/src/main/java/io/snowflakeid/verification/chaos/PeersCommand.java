package io.snowflakeid.verification.chaos;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.Page;
import io.snowflakeid.commandline.Program;
import io.snowflakeid.verification.chaos.PeerCell.State;
import io.snowflakeid.verification.makers.MakerSettings;
import io.snowflakeid.verification.makers.Peer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares id generators under single faults. */
@Command(
        name = "peers",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = {
            "Tests our generator and others under one fault at a time, and counts duplicates.",
            "Requires Linux; clocks are only set back if libfaketime is found."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:all supported faults were measured, and our ids were unique",
            " 1:our generator generated a duplicate",
            " 2:wrong usage",
            " 3:the database is unreachable or rejects the user",
            " 4:another failure, or a run could not be completed"
        })
public final class PeersCommand implements Callable<Integer> {

    @Mixin
    private HarnessOptions harness = new HarnessOptions(20, 400_000, 2026L);

    @Option(names = "--makers", split = ",", description = "Some of ${COMPLETION-CANDIDATES}.")
    private Set<Peer> makers = EnumSet.allOf(Peer.class);

    @Option(names = "--faults", split = ",", description = "Some of ${COMPLETION-CANDIDATES}.")
    private Set<SingleFault> faults = EnumSet.allOf(SingleFault.class);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    record Report(
            String date,
            String machine,
            String command,

            @JsonIgnoreProperties({"maker", "faults"}) @JsonUnwrapped
            ChaosOptions options,

            int seconds,
            String ledger,
            List<Row> rows) {}

    record Row(Peer peer, String title, String version, String settings, List<PeerCell> cells) {}

    @Override
    public Integer call() throws IOException, SQLException, InterruptedException {
        ChaosOptions options = options(Peer.SNOWFLAKEID, Set.of());
        List<Database> databases = harness.databases();
        PrintWriter out = Program.out(spec);
        List<Row> rows = new ArrayList<>();
        String page = "";
        for (Peer peer : EnumSet.copyOf(makers)) {
            rows.add(row(peer, options, databases, out));
            Report report = report(options, databases, rows);
            page = Page.text(report, PeersCommand.class, "peers.md.ftl");
            // the report on disk keeps the finished results if a later run fails
            Path json = harness.write("peers.json", report);
            Files.writeString(json.resolveSibling("peers.md"), page);
        }
        out.println();
        page.lines().forEach(out::println);
        out.flush();
        return exitCode(rows);
    }

    private ChaosOptions options(Peer peer, Set<FaultFamily> under) {
        return harness.of(peer.makerName(), under, null, false);
    }

    private Row row(Peer peer, ChaosOptions options, List<Database> databases, PrintWriter out)
            throws IOException, InterruptedException {
        String described = peer.maker().describe(MakerSettings.of(List.of(), options.windowMillis(), false));
        out.println(peer.title + ", version " + peer.version() + ": " + described);
        List<PeerCell> cells = new ArrayList<>();
        for (SingleFault fault : EnumSet.copyOf(faults)) {
            out.flush();
            PeerCell cell = cell(peer, fault, options, databases);
            out.println("  " + cell.summary());
            cells.add(cell);
        }
        return new Row(peer, peer.title, peer.version(), described, cells);
    }

    private PeerCell cell(Peer peer, SingleFault fault, ChaosOptions options, List<Database> databases)
            throws InterruptedException {
        if (fault == SingleFault.OUTAGES && !peer.maker().needsDatabase()) {
            return new PeerCell(fault, State.NOT_APPLICABLE, "it has no ledger to lose", null);
        }
        Optional<String> impossible = fault.whyImpossible(options.faketime());
        if (impossible.isPresent()) {
            return new PeerCell(fault, State.NOT_RUN, impossible.get(), null);
        }
        ChaosOptions ofThisRun = options(peer, fault.families);
        try {
            return PeerCell.of(
                    fault, ChaosRun.run(ofThisRun, fault, databases, harness.folder(), (step, done, total) -> {}));
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return new PeerCell(fault, State.FAILED, String.valueOf(e.getMessage()), null);
        }
    }

    private Report report(ChaosOptions options, List<Database> databases, List<Row> rows) throws SQLException {
        String product =
                MakerSettings.of(databases, options.windowMillis(), false).products();
        return new Report(
                LocalDate.now(ZoneOffset.UTC).toString(),
                Program.machine() + ", Java " + Runtime.version().feature(),
                commandLine(options, databases),
                options,
                options.seconds(),
                product == null ? "H2 in memory" : product,
                List.copyOf(rows));
    }

    /** Returns the command line without local paths. */
    private String commandLine(ChaosOptions options, List<Database> databases) {
        return "java -jar verification/target/verification.jar peers" + " --ledger URL".repeat(databases.size())
                + " --seconds " + options.seconds() + " --writers " + options.writers() + " --window-millis "
                + options.windowMillis() + " --rate " + options.idsPerSecond() + " --seed " + options.seed()
                + " --report DIR";
    }

    private static int exitCode(List<Row> rows) {
        boolean oursRepeated = rows.stream()
                .filter(row -> row.peer() == Peer.SNOWFLAKEID)
                .flatMap(row -> row.cells().stream())
                .anyMatch(cell -> cell.duplicates() > 0);
        boolean failed =
                rows.stream().flatMap(row -> row.cells().stream()).anyMatch(cell -> cell.state() == State.FAILED);
        return oursRepeated ? ExitCode.FOUND : failed ? ExitCode.UNEXPECTED : ExitCode.FINE;
    }
}
