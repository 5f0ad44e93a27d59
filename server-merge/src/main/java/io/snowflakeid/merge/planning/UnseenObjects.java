package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import io.snowflakeid.merge.planning.draft.ServerKind;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/** Triggers and events of the main server that its catalog hides from the user, so that the target would lack them in silence. */
final class UnseenObjects extends PlanCheck {

    /** As the catalog writes the user of the session. */
    private static final String GRANTEE = "CONCAT('\\'', SUBSTRING_INDEX(CURRENT_USER(), '@', 1), '\\'@\\'',"
            + " SUBSTRING_INDEX(CURRENT_USER(), '@', -1), '\\'')";

    public UnseenObjects(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    @Override
    public void look() throws SQLException {
        if (ServerKind.of(draft) == ServerKind.H2) {
            return;
        }
        String database = draft.sources().get(0).database();
        List<String> rights = game.texts("""
                SELECT privilege_type FROM information_schema.user_privileges WHERE grantee = %1$s
                UNION SELECT privilege_type FROM information_schema.schema_privileges
                WHERE grantee = %1$s AND ? LIKE table_schema
                """.formatted(GRANTEE), database);
        boolean byRole = !game.texts("SELECT COALESCE(CURRENT_ROLE(), 'NONE')").contains("NONE");
        List<String> unseen = Stream.of("TRIGGER", "EVENT")
                .filter(right -> !rights.contains(right))
                .toList();
        if (!byRole && !unseen.isEmpty()) {
            findings.warning(
                    FindingCode.NOT_SEEN,
                    database,
                    "the user lacks " + String.join(" and ", unseen)
                            + " on the main server's database, and sees none of these there: the target would lack them; GRANT "
                            + String.join(", ", unseen) + " and plan again, or know that there are none",
                    (long) unseen.size(),
                    List.of());
        }
    }
}
