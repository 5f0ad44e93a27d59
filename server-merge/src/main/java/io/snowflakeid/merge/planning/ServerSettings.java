package io.snowflakeid.merge.planning;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Settings of a server of MySQL's kind that a merge meets.
 *
 * @param values by name
 */
record ServerSettings(Map<String, String> values) {

    static ServerSettings read(ServerQuery query) throws SQLException {
        Map<String, String> values = new HashMap<>();
        for (List<String> row : query.rows("SHOW VARIABLES WHERE Variable_name IN ('read_only', 'super_read_only',"
                + " 'event_scheduler', 'log_bin',"
                + " 'log_bin_trust_function_creators', 'partial_revokes')")) {
            values.put(row.get(0).toLowerCase(Locale.ROOT), row.get(1));
        }
        return new ServerSettings(values);
    }

    /** A server without such a setting is as one that has it switched off. */
    boolean on(String name) {
        String value = values.getOrDefault(name, "OFF");
        return !value.equalsIgnoreCase("OFF") && !value.equals("0") && !value.equalsIgnoreCase("DISABLED");
    }
}
