package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan;
import java.util.Locale;

/** What kind of server a plan is for, where that decides what can be asked. */
enum ServerKind {
    MYSQL,
    MARIADB,
    H2;

    static ServerKind of(MergePlan plan) {
        String product = plan.product().toLowerCase(Locale.ROOT);
        if (product.contains("mariadb")) {
            return MARIADB;
        }
        return product.startsWith("h2") ? H2 : MYSQL;
    }
}
