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
 * Runs the commands of the command line from a Java program:
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
 * <p>A plan contains the address of its server and the place of the password. The argument {@code passwordFile} names the password file; with
 * null, the methods read the file that the plan names. A password file outside the plan's folder is read only if the caller names the file. Tests
 * of a program may override the methods.
 *
 * <p>An instance has no state, and several threads may use it. A second run of the same plan at the same time is rejected. All methods throw
 * {@link PlanException} if the configuration, the password or the plan cannot be used. A method throws an {@link IOException} if a file cannot be
 * read or written, and an {@link SQLException} if the server fails. If the run's thread is interrupted, the run ends, and the next call continues
 * the run.
 */
public class ServerMerge {

    /**
     * Reads the sources and writes a plan, which replaces an older plan at the same path. The plan's findings describe errors in the sources. This
     * method does not write to the sources, but tables of the target contain the keys of left-out rows until the method returns.
     *
     * @param config {@code merge.yaml}
     * @param plan the plan's file; the lists of new names are written into the same folder
     */
    public MergePlanned plan(Path config, Path plan, MergeProgress.Listener progress) throws SQLException, IOException {
        MergeConfig wanted = config(config, plan);
        return MergePlanned.of(MergePlanner.plan(wanted, wanted.server().password(), plan, progress));
    }

    /** Returns suggested lines for references that are missing in the section {@code references} of {@code merge.yaml}. */
    public List<String> suggest(Path config, MergeProgress.Listener progress) throws SQLException {
        MergeConfig wanted = ConfigReader.read(config);
        return MergePlanner.suggest(wanted, wanted.server().password(), progress);
    }

    /**
     * Executes a plan, or continues the execution after an earlier call. An operator who wants to undo a run drops the target.
     *
     * @return the name of the target
     * @throws MergeRefusedException if the plan has errors, a source changed, the target is not empty or belongs to another plan, the run is
     *     finished, or another command is running
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
     * @throws MergeRefusedException if the run is not finished, or a source changed
     */
    public VerificationResult verify(
            Path plan, @Nullable Path passwordFile, int sessions, MergeProgress.Listener progress)
            throws SQLException, IOException, InterruptedException {
        PlanFile file = planFile(plan, passwordFile);
        return MergeVerification.verify(file, password(file, passwordFile), sessions, progress);
    }

    /**
     * Finds the result of the merge for one row, before or after the run.
     *
     * @param alias the alias of the row's source
     * @param table the name of the row's table on the main server
     * @param id the values of the row's primary key on its source, in the order of the key's columns; bytes are written as hexadecimal digits
     * @throws MergeRefusedException if the target belongs to another plan, or the run has not created new ids and names yet
     */
    public RowOutcome where(Path plan, @Nullable Path passwordFile, String alias, String table, List<String> id)
            throws SQLException, IOException {
        PlanFile file = planFile(plan, passwordFile);
        return RowTrace.find(file, password(file, passwordFile), alias, table, id);
    }

    /**
     * Writes {@code report.json} and {@code report.html}, which contain the plan, the finished work and the results of the verification.
     *
     * @param folder the folder of the files, which this method creates if necessary
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
