package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Tells which sources are themselves the result of a merge, and of which servers. */
final class MergedSources {

    private final Game game;
    private final Findings findings;

    MergedSources(Game game, Findings findings) {
        this.game = game;
        this.findings = findings;
    }

    void look() throws SQLException {
        for (SourcePlan source : game.sources()) {
            if (source.merged()) {
                List<String> aliases = aliases(source);
                findings.note(
                        "SOURCE_MERGED",
                        source.alias(),
                        "is itself a merge of " + String.join(", ", aliases)
                                + ": a name that it changed is changed anew from what it was before, so that suffixes do not pile up",
                        (long) aliases.size(),
                        aliases);
            }
        }
    }

    private List<String> aliases(SourcePlan source) throws SQLException {
        Dialect dialect = game.sessions().dialect();
        return game.sessions().with(session -> {
            List<String> aliases = new ArrayList<>();
            try (Statement statement = session.createStatement();
                    ResultSet row = statement.executeQuery("SELECT alias FROM "
                            + dialect.table(source.database(), AuditNames.SOURCE) + " ORDER BY number")) {
                while (row.next()) {
                    aliases.add(row.getString(1));
                }
            }
            return aliases;
        });
    }
}
