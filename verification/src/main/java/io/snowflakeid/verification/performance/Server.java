package io.snowflakeid.verification.performance;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/**
 * A session on a server, and the SQL that differs between MySQL and PostgreSQL.
 *
 * @param poolSetting the name of the setting for the size of the buffer pool
 * @param poolBytes the query for the size of the buffer pool, in bytes
 * @param settings the query for the names and values of settings that affect durability
 * @param analyze the beginning of a statement that updates a table's statistics
 * @param sizes the query for the bytes of the table, of the index of its primary key, of its other index, and of its files
 */
record Server(
        Connection session,
        String product,
        boolean postgres,
        int pageBytes,
        String poolSetting,
        String poolBytes,
        String settings,
        String analyze,
        String sizes) {

    static Server of(Connection session, String version) throws SQLException {
        String product = version.replaceFirst("^(\\S+ [^ -]+).*", "$1");
        if (product.startsWith("PostgreSQL")) {
            return postgres(session, product);
        }
        if (product.startsWith("MariaDB") || product.startsWith("MySQL 5")) {
            return innoDb(session, product, "INNODB_SYS_TABLESPACES");
        }
        BenchDatabase.execute(session, "SET SESSION information_schema_stats_expiry = 0");
        return innoDb(session, product, "INNODB_TABLESPACES");
    }

    private static Server postgres(Connection session, String product) {
        return new Server(
                session,
                product,
                true,
                8192,
                "shared_buffers",
                "SELECT pg_size_bytes(current_setting('shared_buffers'))",
                """
                SELECT name, current_setting(name) FROM pg_settings
                WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'max_wal_size', 'autovacuum')""",
                "ANALYZE ",
                """
                SELECT pg_table_size('item'), pg_relation_size('item_pkey'), pg_relation_size('item_created'),
                pg_total_relation_size('item')""");
    }

    private static Server innoDb(Connection session, String product, String files) {
        return new Server(
                session,
                product,
                false,
                16384,
                "innodb_buffer_pool_size",
                "SELECT @@innodb_buffer_pool_size",
                """
                SHOW GLOBAL VARIABLES WHERE Variable_name IN ('innodb_flush_log_at_trx_commit', 'innodb_flush_method',
                'innodb_doublewrite', 'innodb_redo_log_capacity', 'innodb_log_file_size', 'log_bin')""",
                "ANALYZE TABLE ",
                """
                SELECT DATA_LENGTH, 0, INDEX_LENGTH, FILE_SIZE FROM information_schema.TABLES
                JOIN information_schema.%s ON NAME = CONCAT(TABLE_SCHEMA, '/', TABLE_NAME)
                WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'item'""".formatted(files));
    }

    void execute(String sql) throws SQLException {
        BenchDatabase.execute(session, sql);
    }

    /** Returns true if a commit waits until its log is on the disk. */
    boolean durable(Map<String, String> settings) {
        return postgres
                ? "on".equals(settings.get("fsync")) && !"off".equals(settings.get("synchronous_commit"))
                : "1".equals(settings.get("innodb_flush_log_at_trx_commit"))
                        && !"nosync".equalsIgnoreCase(settings.get("innodb_flush_method"));
    }
}
