package io.snowflakeid.segment;

import io.snowflakeid.internal.jdbc.OwnConnection;
import io.snowflakeid.segment.SegmentStore.ServerState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the identity of a server, and whether the server may lose a confirmed commit in a crash. */
final class ServerProbe {

    private static final String DURABILITY =
            "@@GLOBAL.innodb_flush_log_at_trx_commit, @@GLOBAL.log_bin, @@GLOBAL.sync_binlog, VERSION()";

    private ServerProbe() {}

    /** Reads the settings in the present transaction, because an operator can change them at any time. */
    static ServerState read(OwnConnection own, String place) {
        return switch (own.dialect()) {
            case MYSQL ->
                own.first("SELECT @@GLOBAL.server_id, " + DURABILITY, row -> mySql(own, row, place))
                        .orElseThrow();
            case POSTGRESQL ->
                own.first(
                                "SELECT system_identifier, substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8),"
                                        + " current_setting('fsync'), current_setting('full_page_writes') FROM pg_control_system()",
                                row -> new ServerState(
                                        row.getString(1) + " timeline " + row.getString(2) + " " + place,
                                        weakness(
                                                Map.of("fsync", row.getString(3), "full_page_writes", row.getString(4)),
                                                "on")))
                        .orElseThrow();
            case H2 ->
                new ServerState(
                        own.text("SELECT COALESCE(DATABASE_PATH(), 'memory')") + " " + place,
                        "H2 writes a confirmed commit to its file later; use MySQL, MariaDB or PostgreSQL");
        };
    }

    /** MariaDB has no {@code server_uuid}, so the setting {@code server_id} distinguishes a server from its replicas. */
    private static ServerState mySql(OwnConnection own, ResultSet row, String place) throws SQLException {
        Map<String, String> settings = new TreeMap<>();
        settings.put("innodb_flush_log_at_trx_commit", row.getString(2));
        if (row.getBoolean(3)) {
            settings.put("sync_binlog", row.getString(4));
        }
        String server = row.getString(5).contains("MariaDB")
                ? "server_id " + row.getString(1)
                : own.text("SELECT @@GLOBAL.server_uuid");
        return new ServerState(server + " " + place, weakness(settings, "1"));
    }

    private static @Nullable String weakness(Map<String, String> settings, String needed) {
        return settings.entrySet().stream()
                .filter(setting -> !setting.getValue().equals(needed))
                .map(setting -> setting.getKey() + " is " + setting.getValue() + ", set it to " + needed)
                .reduce((one, other) -> one + ", and " + other)
                .orElse(null);
    }
}
