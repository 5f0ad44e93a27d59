package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.planning.MergePlanner;
import io.snowflakeid.merge.testdata.H2Servers;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Servers s1, s2, … in one H2 database, of a few statements each, which are merged into the schema {@code merged}. */
public abstract class H2MergeCase {

    @TempDir
    private Path folder;

    private String[] aliases = {};

    protected H2Servers servers;

    @BeforeEach
    void open() {
        servers = H2Servers.inMySqlMode(getClass().getSimpleName());
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
        return MergePlanner.plan(
                ConfigReader.read(config(yaml)), servers.password(), folder.resolve("plan.json"), progress -> {});
    }

    /** Plans, runs, and verifies. */
    protected final PlanFile merged(String yaml) throws Exception {
        PlanFile plan = planned(yaml);
        assertThat(errors(plan)).isEmpty();
        return H2MergeTest.merged(servers, plan);
    }

    /** What the plan of this yaml says under a code. */
    protected final List<Finding> found(String yaml, String code) throws Exception {
        return planned(yaml).plan().findings().stream()
                .filter(finding -> finding.code().name().equals(code))
                .toList();
    }

    /** Each with its samples. */
    protected static List<String> errors(PlanFile plan) {
        return plan.plan().findings().stream()
                .filter(finding -> finding.severity() == Finding.Severity.ERROR)
                .map(finding ->
                        finding.code() + " " + finding.subject() + ": " + finding.message() + " " + finding.samples())
                .toList();
    }
}
