package io.snowflakeid.merge.merges;

import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.planning.MergePlanner;
import io.snowflakeid.merge.result.MergeProgress;
import io.snowflakeid.merge.testdata.GameServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Servers s1, s2, … in one H2 database, of a few statements each, which are merged into the schema {@code merged}. */
public abstract class H2MergeCase extends MergeCase {

    @TempDir
    private Path folder;

    @BeforeEach
    void open() {
        servers = newServers();
    }

    GameServers newServers() {
        return GameServers.onH2(0);
    }

    @AfterEach
    void close() throws Exception {
        servers.close();
    }

    /** One script for each server, after what is to be there on all of them. */
    protected final void given(String everywhere, String... scripts) throws Exception {
        servers.addSources(scripts.length);
        for (int i = 0; i < scripts.length; i++) {
            servers.script("s" + (i + 1), everywhere + scripts[i]);
        }
    }

    protected final Path folder() {
        return folder;
    }

    /** Of all servers. */
    protected final Path config(String yaml) throws Exception {
        List<String> sources = servers.sources().keySet().stream()
                .map(alias -> alias + ": " + alias)
                .toList();
        return config("merged", yaml, sources.toArray(String[]::new));
    }

    /** Of sources such as {@code alias: schema}. */
    protected final Path config(String target, String yaml, String... sources) throws Exception {
        String connections = List.of(sources).stream()
                .map(source -> "\n  " + source)
                .collect(Collectors.joining("", "server: { url: '%s', user: %s }\nsources:", "\ntarget: %s\n"));
        return Files.writeString(
                folder.resolve(target + ".yaml"), connections.formatted(servers.url(), servers.user(), target) + yaml);
    }

    @Override
    public final PlanFile planned(String yaml) throws Exception {
        return planned(config(yaml), SILENT);
    }

    protected final PlanFile planned(Path config, MergeProgress.Listener listener) throws Exception {
        return MergePlanner.plan(ConfigReader.read(config), password(), folder.resolve("plan.json"), listener);
    }

    protected final PlanFile merged(Path config) throws Exception {
        return merged(planned(config, SILENT));
    }

    /** Values with blanks between. */
    @Override
    public final List<String> rows(String query) throws Exception {
        return servers.rows(query);
    }
}
