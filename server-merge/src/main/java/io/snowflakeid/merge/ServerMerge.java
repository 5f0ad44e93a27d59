package io.snowflakeid.merge;

import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.ServerConfig;
import io.snowflakeid.merge.copy.MergeRun;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.planning.MergePlanner;
import io.snowflakeid.merge.report.MergeReport;
import io.snowflakeid.merge.result.MergeFailedException;
import io.snowflakeid.merge.result.MergeProgress;
import io.snowflakeid.merge.result.MergeRefusedException;
import io.snowflakeid.merge.result.PlanException;
import io.snowflakeid.merge.result.RowOutcome;
import io.snowflakeid.merge.result.VerificationResult;
import io.snowflakeid.merge.verify.MergeVerification;
import io.snowflakeid.merge.where.RowTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs the commands of {@code server-merge} from a Java program.
 *
 * <pre>{@code
 * ServerMerge merge = new ServerMerge();
 * Path plan = Path.of("plan.json");
 * MergePlanned planned = merge.plan(Path.of("merge.yaml"), plan, progress -> {});
 * if (planned.runnable()) {
 *     merge.run(plan, null, progress -> {});
 *     boolean fine = merge.verify(plan, null, 4, progress -> {}).fine();
 * }
 * }</pre>
 *
 * <p>A plan contains the server's address, and the name of the environment variable or file with the password. If the argument {@code passwordFile}
 * is not null, the method reads the password from the given file. Each method rejects a plan whose password file is outside the plan's folder, unless
 * the argument {@code passwordFile} names the file. This class is not final, so that tests can override its methods.
 *
 * <p>This class is thread-safe. The method {@code run} fails if another thread or process is running the same plan. Each method throws a
 * {@link PlanException} if the configuration, the password or the plan is invalid. Each method throws an {@link IOException} if a file cannot be read
 * or written, and an {@link SQLException} if the server reports an error. After an interrupt, the next {@code run} continues the merge.
 */
public class ServerMerge {

    /**
     * Reads the sources and writes a plan, which replaces an older plan at the same path. The planner does not write to the sources. During planning,
     * the planner stores the keys of left-out rows in tables of the target database.
     *
     * @param config {@code merge.yaml}
     * @param plan the path of the plan's file, in a folder that also receives the lists of new names
     */
    public MergePlanned plan(Path config, Path plan, MergeProgress.Listener progress) throws SQLException, IOException {
        MergeConfig wanted = config(config, plan);
        return MergePlanned.of(MergePlanner.plan(wanted, wanted.server().password(), plan, progress));
    }

    /** Finds undeclared references, and returns suggested lines for the section {@code references} of {@code merge.yaml}. */
    public List<String> suggest(Path config, MergeProgress.Listener progress) throws SQLException {
        MergeConfig wanted = ConfigReader.read(config);
        return MergePlanner.suggest(wanted, wanted.server().password(), progress);
    }

    /**
     * Executes a plan, or continues an unfinished run of the plan. An operator can undo a run by dropping the target database.
     *
     * @return the name of the target
     * @throws MergeRefusedException if the plan has errors, a source has changed, another command is running, or the target contains other data or a
     *     finished run
     * @throws MergeFailedException if the loaded rows differ from the plan
     */
    public String run(Path plan, @Nullable Path passwordFile, MergeProgress.Listener progress)
            throws SQLException, IOException, InterruptedException {
        PlanFile file = planFile(plan, passwordFile);
        MergeRun.carryOut(file, password(file, passwordFile), progress);
        return file.plan().target();
    }

    /**
     * Compares the finished target with the sources and the plan.
     *
     * @param sessions the number of sessions that compare rows in parallel, 1 to 64
     * @throws MergeRefusedException if the merge is not finished, or if a source database has changed
     */
    public VerificationResult verify(
            Path plan, @Nullable Path passwordFile, int sessions, MergeProgress.Listener progress)
            throws SQLException, IOException, InterruptedException {
        PlanFile file = planFile(plan, passwordFile);
        return MergeVerification.verify(file, password(file, passwordFile), sessions, progress);
    }

    /**
     * Reports where a source's row is in the target, or why the target does not contain the row.
     *
     * @param alias the alias of the source server that has the row
     * @param table the name of the row's table on the main server
     * @param id the values of the row's key on its source, in the order of the key's columns, with hexadecimal digits for bytes
     * @throws MergeRefusedException if the target belongs to another plan, or if the run has not created new ids and names yet
     */
    public RowOutcome where(Path plan, @Nullable Path passwordFile, String alias, String table, List<String> id)
            throws SQLException, IOException {
        PlanFile file = planFile(plan, passwordFile);
        return RowTrace.find(file, password(file, passwordFile), alias, table, id);
    }

    /**
     * Writes {@code report.json} and {@code report.html}, which contain the plan, the finished steps and the results of the verification.
     *
     * @param folder the folder for the report, which is created if it does not exist
     * @return the path of {@code report.html}
     * @throws MergeRefusedException if the target belongs to another plan
     */
    public Path report(Path plan, @Nullable Path passwordFile, Path folder) throws SQLException, IOException {
        PlanFile file = planFile(plan, passwordFile);
        return MergeReport.write(folder, file, MergeReport.run(file, password(file, passwordFile)));
    }

    static MergeConfig config(Path config, Path plan) throws IOException {
        MergeConfig wanted = ConfigReader.read(config);
        PlanFile.requireReplaceable(plan);
        return wanted;
    }

    static PlanFile planFile(Path plan, @Nullable Path passwordFile) throws IOException {
        PlanFile file = PlanFile.read(plan);
        if (passwordFile == null && !file.mayReadPassword()) {
            throw new PlanException(plan + " names the password file "
                    + file.plan().server().passwordFile()
                    + ", which is not in the plan's own folder: if it is yours, pass it by --password-file");
        }
        return file;
    }

    private static @Nullable String password(PlanFile file, @Nullable Path passwordFile) {
        ServerConfig server = file.plan().server();
        return passwordFile == null
                ? server.password()
                : new ServerConfig(server.url(), server.user(), null, passwordFile).password();
    }
}
