package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Whether the user may do what a run does. What cannot be understood is told, and no error. */
final class RightsCheck extends PlanCheck {

    RightsCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    void look() throws SQLException {
        if (ServerKind.of(draft) == ServerKind.H2) {
            return;
        }
        ServerQuery query = new ServerQuery(game.sessions());
        ServerSettings settings = ServerSettings.read(query);
        Grants grants = new Grants(query.column("SHOW GRANTS"), settings.on("partial_revokes"));
        judge(grants, settings, query.column("SELECT CURRENT_USER()").get(0));
    }

    /** The same, of what was read. */
    void judge(Grants grants, ServerSettings settings, String user) {
        if (!grants.unknown().isEmpty()) {
            findings.warning(
                    "RIGHTS_UNKNOWN",
                    user,
                    "what this user may do was not checked, since lines of SHOW GRANTS were not understood: make sure that"
                            + " it may read the sources and do everything in " + draft.target(),
                    (long) grants.unknown().size(),
                    grants.unknown());
            return;
        }
        for (SourcePlan source : draft.sources()) {
            source(grants, source, user);
        }
        unseen(grants, user);
        List<String> missing = needed().stream()
                .filter(right -> !grants.allows(right, draft.target()))
                .toList();
        if (!missing.isEmpty()) {
            findings.error(
                    "RIGHTS",
                    draft.target(),
                    "user " + user + " lacks rights on the target that a run needs: "
                            + grant(missing, draft.target(), user),
                    (long) missing.size(),
                    missing);
        }
        boolean logged = settings.on("log_bin") && !settings.on("log_bin_trust_function_creators");
        if (!draft.triggers().isEmpty() && logged && !grants.allowsEverywhere("SUPER")) {
            findings.error(
                    "RIGHTS",
                    draft.target(),
                    "user " + user + " may not create the " + draft.triggers().size()
                            + " triggers while the server writes a binary log: set log_bin_trust_function_creators = 1 for"
                            + " the run, or grant SUPER",
                    1L,
                    List.of("SUPER"));
        }
        if (settings.on("super_read_only") || (settings.on("read_only") && !writesAnyway(grants))) {
            findings.error(
                    "READ_ONLY",
                    draft.target(),
                    "the server takes no writes of this user, since read_only is on: merge on the primary, or switch it off");
        }
    }

    private static boolean writesAnyway(Grants grants) {
        return List.of("SUPER", "CONNECTION_ADMIN", "READ_ONLY ADMIN").stream().anyMatch(grants::allowsEverywhere);
    }

    private String grant(List<String> rights, String database, String user) {
        int at = user.lastIndexOf('@');
        return "GRANT " + String.join(", ", rights) + " ON " + dialect.quote(database) + ".* TO "
                + dialect.quote(user.substring(0, Math.max(at, 0))) + "@" + dialect.quote(user.substring(at + 1));
    }

    private List<String> needed() {
        List<String> rights =
                new ArrayList<>(List.of("SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "DROP", "ALTER", "INDEX"));
        if (draft.tables().stream()
                .anyMatch(table -> !table.definition().foreignKeys().isEmpty())) {
            rights.add("REFERENCES");
        }
        if (!draft.triggers().isEmpty()) {
            rights.add("TRIGGER");
        }
        if (!draft.views().isEmpty()) {
            rights.add("CREATE VIEW");
        }
        return rights;
    }

    /** What other checks cannot find for this user. */
    private void unseen(Grants grants, String user) {
        List<String> unseen = new ArrayList<>();
        if (!grants.allowsEverywhere("PROCESS")) {
            unseen.add("sessions of other users, without PROCESS");
        }
        for (SourcePlan source : draft.sources()) {
            if (!grants.allows("EVENT", source.database())) {
                unseen.add("events of " + source.alias() + ", without EVENT");
            }
        }
        if (!unseen.isEmpty()) {
            findings.note(
                    "RIGHTS_UNSEEN",
                    draft.target(),
                    "user " + user + " does not see all that may write to the sources: make sure that nothing does",
                    (long) unseen.size(),
                    unseen);
        }
    }

    private void source(Grants grants, SourcePlan source, String user) {
        String database = source.database();
        if (!grants.allows("LOCK TABLES", database)) {
            findings.error(
                    "RIGHTS",
                    source.alias(),
                    "user " + user + " may not lock this source against writes, as run and verify do: "
                            + grant(List.of("LOCK TABLES"), database, user),
                    1L,
                    List.of("LOCK TABLES"));
        }
        if (!grants.allows("SELECT", database)) {
            findings.warning(
                    "RIGHTS",
                    source.alias(),
                    "user " + user
                            + " may read some tables of this source alone, and does not see others, which would be left"
                            + " behind: " + grant(List.of("SELECT"), database, user),
                    1L,
                    List.of("SELECT"));
        }
        if (source.main() && !grants.allows("TRIGGER", database)) {
            findings.warning(
                    "RIGHTS",
                    source.alias(),
                    "user " + user + " does not see triggers of the main server, so the target gets none: "
                            + grant(List.of("TRIGGER"), database, user) + ", or make sure that there are none",
                    1L,
                    List.of("TRIGGER"));
        }
    }
}
