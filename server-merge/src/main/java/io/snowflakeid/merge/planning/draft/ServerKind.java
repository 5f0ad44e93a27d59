package io.snowflakeid.merge.planning.draft;

import io.snowflakeid.merge.plan.MergePlan;
import java.util.Locale;

/** What kind of server a plan is for, where that decides what can be asked. */
public enum ServerKind {
    MYSQL,
    MARIADB,
    H2;

    public static ServerKind of(MergePlan plan) {
        String lower = plan.product().toLowerCase(Locale.ROOT);
        if (lower.contains("mariadb")) {
            return MARIADB;
        }
        return lower.startsWith("h2") ? H2 : MYSQL;
    }
}
