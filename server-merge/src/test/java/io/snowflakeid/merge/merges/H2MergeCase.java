package io.snowflakeid.merge.merges;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.VerificationResult;
import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.copy.MergeRun;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.planning.MergePlanner;
import io.snowflakeid.merge.testdata.H2Servers;
import io.snowflakeid.merge.verify.MergeVerification;
import io.snowflakeid.merge.where.RowTrace;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Servers s1, s2, … in one H2 database, of a few statements each, which are merged into the schema {@code merged}. */
public abstract class H2MergeCase {

    private static final MergeProgress.Listener NOBODY = progress -> {};

    @TempDir
    private Path folder;

    private String[] aliases = {};

    protected H2Servers servers;

    @BeforeEach
    void open() {
        servers = newServers(getClass().getSimpleName());
    }

    H2Servers newServers(String name) {
        return H2Servers.inMySqlMode(name);
    }

    @AfterEach
    void close() throws Exception {
        servers.close();
    }

    /** One script for each server, after what is to be there on all of them. */
    protected final void given(String everywhere, String... scripts) throws Exception {
        aliases =
                IntStream.rangeClosed(1, scripts.length).mapToObj(i -> "s" + i).toArray(String[]::new);
        for (int i = 0; i < scripts.length; i++) {
            servers.script(aliases[i], everywhere + scripts[i]);
        }
    }

    protected final Path folder() {
        return folder;
    }

    /** The yaml is all that follows the connections. */
    protected final Path config(String yaml) throws Exception {
        return servers.config(folder, "merged", yaml, aliases);
    }

    protected final PlanFile planned(String yaml) throws Exception {
        return planned(config(yaml), NOBODY);
    }

    protected final PlanFile planned(Path config, MergeProgress.Listener told) throws Exception {
        return MergePlanner.plan(ConfigReader.read(config), servers.password(), folder.resolve("plan.json"), told);
    }

    /** Plans, runs, and verifies. */
    protected final PlanFile merged(String yaml) throws Exception {
        return merged(config(yaml));
    }

    protected final PlanFile merged(Path config) throws Exception {
        PlanFile plan = planned(config, NOBODY);
        assertThat(errors(plan)).isEmpty();
        run(plan);
        VerificationResult result = MergeVerification.verify(plan, servers.password(), 2, NOBODY);
        assertThat(result.faults()).isEmpty();
        assertThat(result.tables()).isNotEmpty().allMatch(VerificationResult.TableCheck::fine);
        return plan;
    }

    protected final void run(PlanFile plan) throws Exception {
        MergeRun.carryOut(plan, servers.password(), NOBODY);
    }

    protected final List<String> faults(PlanFile plan) throws Exception {
        return MergeVerification.verify(plan, servers.password(), 1, NOBODY).faults();
    }

    /** These are the rows of a query, in their order, values with blanks between. */
    protected final void requireRows(String query, String... rows) throws Exception {
        assertThat(servers.rows(query)).as(query).containsExactly(rows);
    }

    /** Where a row is, in words. */
    protected final String where(PlanFile plan, String alias, String table, String... key) throws Exception {
        return RowTrace.find(plan, servers.password(), alias, table, List.of(key))
                .message();
    }

    // ------------------------------------------------------------------------------------- what a plan of a yaml says

    /** Each with its code and its samples. */
    protected static List<String> errors(PlanFile plan) {
        return Told.errors(plan);
    }

    protected final List<String> errors(String yaml) throws Exception {
        return Told.errors(planned(yaml));
    }

    /** There is one error, with these parts. */
    protected final void refused(String yaml, String... parts) throws Exception {
        assertThat(errors(yaml)).satisfiesExactly(says(parts));
    }

    /** The only one. */
    protected final AbstractStringAssert<?> error(String yaml) throws Exception {
        return assertThat(errors(yaml)).singleElement(as(STRING));
    }

    /** Under these codes, each with its severity, its count, if it has one, and its samples. */
    protected final List<String> found(String yaml, String... codes) throws Exception {
        return Told.of(planned(yaml), codes);
    }

    /** The same without their words. */
    protected final List<String> subjects(String yaml, String... codes) throws Exception {
        return Told.subjects(planned(yaml), codes);
    }
}
