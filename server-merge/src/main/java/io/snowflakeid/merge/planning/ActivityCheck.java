package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Who might write to the sources while they are merged: events and open sessions. */
final class ActivityCheck extends PlanCheck {

    private final ServerQuery query;

    ActivityCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
        query = new ServerQuery(game.sessions());
    }

    void look() throws SQLException {
        if (ServerKind.of(draft) == ServerKind.H2) {
            return;
        }
        look(query.column("SELECT @@event_scheduler").get(0));
    }

    /** With this value of the server's setting event_scheduler. */
    void look(String eventScheduler) throws SQLException {
        List<List<String>> sessions = query.rows("SHOW PROCESSLIST");
        Set<String> own = game.sessions().server().sessionIds();
        for (SourcePlan source : draft.sources()) {
            if (eventScheduler.equals("ON")) {
                events(source);
            }
            sessions(source, sessions, own);
        }
    }

    private void events(SourcePlan source) throws SQLException {
        List<String> events = query.column(
                "SELECT event_name FROM information_schema.events WHERE event_schema = ? AND status = 'ENABLED'"
                        + " ORDER BY 1",
                source.database());
        if (!events.isEmpty()) {
            findings.warning(
                    FindingCode.EVENTS,
                    source.alias(),
                    "the event scheduler is on, and events of this source may write while it is merged: switch it off, or"
                            + " disable them",
                    (long) events.size(),
                    events);
        }
    }

    private void sessions(SourcePlan source, List<List<String>> sessions, Set<String> own) {
        List<String> others = new ArrayList<>();
        for (List<String> session : sessions) {
            boolean uses = session.get(3).equalsIgnoreCase(source.database());
            if (uses && !own.contains(session.get(0))) {
                others.add(session.get(1) + "@" + session.get(2) + " uses " + session.get(3));
            }
        }
        if (!others.isEmpty()) {
            findings.warning(
                    FindingCode.SESSIONS,
                    source.alias(),
                    "sessions are open on this source, which must not be written to until the merge is verified: stop the"
                            + " game server",
                    (long) others.size(),
                    List.copyOf(others.subList(0, Math.min(SAMPLES, others.size()))));
        }
    }
}
