package io.snowflakeid.verification.indexcost;

import io.snowflakeid.verification.performance.BenchDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** A session on a server, and the SQL that differs between MySQL and PostgreSQL. */
record Server(Connection session, String product, boolean postgres) {

    static Server of(Connection session, String version) throws SQLException {
        String product = version.replaceFirst("^(\\S+ [^ -]+).*", "$1");
        Server server = new Server(session, product, product.startsWith("PostgreSQL"));
        if (!server.postgres && !server.isOldInnoDb()) {
            server.execute("SET SESSION information_schema_stats_expiry = 0");
        }
        return server;
    }

    private boolean isOldInnoDb() {
        return product.startsWith("MariaDB") || product.startsWith("MySQL 5");
    }

    void execute(String sql) throws SQLException {
        BenchDatabase.execute(session, sql);
    }

    int pageBytes() {
        return postgres ? 8192 : 16384;
    }

    /** Returns the name and value of the setting for the size of the buffer pool. */
    String poolSetting(long megabytes) {
        return postgres ? "shared_buffers=" + megabytes + "MB" : "innodb_buffer_pool_size=" + megabytes + "M";
    }

    /** Returns the query for the size of the buffer pool, in bytes. */
    String poolBytes() {
        return postgres
                ? "SELECT pg_size_bytes(current_setting('shared_buffers'))"
                : "SELECT @@innodb_buffer_pool_size";
    }

    /** Returns the query for the names and values of settings that affect durability. */
    String settings() {
        return postgres ? """
                SELECT name, current_setting(name) FROM pg_settings
                WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'max_wal_size', 'autovacuum')""" : """
                SHOW GLOBAL VARIABLES WHERE Variable_name IN ('innodb_flush_log_at_trx_commit', 'innodb_flush_method',
                'innodb_doublewrite', 'innodb_redo_log_capacity', 'innodb_log_file_size', 'log_bin')""";
    }

    /** Returns the query for the bytes of the table, of the index of its primary key, of its other index, and of its files. */
    String sizes() {
        return postgres ? """
                SELECT pg_table_size('item'), pg_relation_size('item_pkey'), pg_relation_size('item_created'),
                pg_total_relation_size('item')""" : """
                SELECT DATA_LENGTH, 0, INDEX_LENGTH, FILE_SIZE FROM information_schema.TABLES
                JOIN information_schema.%s ON NAME = CONCAT(TABLE_SCHEMA, '/', TABLE_NAME)
                WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'item'""".formatted(isOldInnoDb() ? "INNODB_SYS_TABLESPACES" : "INNODB_TABLESPACES");
    }

    /** Returns true if a commit waits until its log is on the disk. */
    boolean durable(Map<String, String> settings) {
        return postgres
                ? "on".equals(settings.get("fsync")) && !"off".equals(settings.get("synchronous_commit"))
                : "1".equals(settings.get("innodb_flush_log_at_trx_commit"))
                        && !"nosync".equalsIgnoreCase(settings.get("innodb_flush_method"));
    }
}
