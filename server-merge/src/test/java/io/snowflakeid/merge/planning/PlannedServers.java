package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.testdata.GameServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** The plan of a merge of game servers, made from a merge.yaml as an operator writes it. */
record PlannedServers(MergePlan plan, Path path) {

    /** With everything but the connections as given. */
    static PlannedServers of(GameServers servers, Path folder, String yaml) throws SQLException, IOException {
        StringBuilder config = new StringBuilder(
                "server: { url: \"" + servers.url() + "\", user: " + servers.user() + " }\nsources:\n");
        servers.sources()
                .forEach((alias, database) -> config.append("  ")
                        .append(alias)
                        .append(": ")
                        .append(database)
                        .append('\n'));
        config.append("target: ").append(servers.target()).append('\n').append(yaml);
        Path file = Files.writeString(folder.resolve("merge.yaml"), config);
        Path path = folder.resolve("plan.json");
        return new PlannedServers(
                MergePlanner.plan(ConfigReader.read(file), servers.password(), path, progress -> {})
                        .plan(),
                path);
    }

    /** What was found of that code. */
    List<Finding> findings(String code) {
        return plan.findings().stream()
                .filter(finding -> finding.code().name().equals(code))
                .toList();
    }
}
