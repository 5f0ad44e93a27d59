package io.snowflakeid.merge;

/** What kind of thing a plan found; the guide says what to do about each. The names are part of plans and configurations. */
public enum FindingCode {
    CONFIG_TABLE,
    CONFIG_IDS,
    CONFIG_REFERENCE,
    CONFIG_UNIQUE,
    CONFIG_CONDITION,
    TARGET_NOT_EMPTY,
    REFERENCE_MISSING,
    REFERENCE_MAIN_ONLY,
    REFERENCE_AMBIGUOUS,
    REFERENCE_TYPE,
    FOREIGN_KEY_OUTSIDE,
    ORPHANS,
    ID_CLASH,
    ID_RANGE,
    ID_BEYOND_RANGE,
    ID_UNKNOWN,
    PRIMARY_CLASH,
    UNIQUE_CLASH,
    UNIQUE_CLASH_WITHIN,
    UNIQUE_NOT_COMPARED,
    KEY_CONDITIONAL,
    RENAME_EXHAUSTED,
    LEFT_OUT,
    LEFT_OUT_IN_CIRCLE,
    LEFT_OUT_WITHOUT_KEY,
    NOT_SEARCHED,
    NOT_CARRIED,
    NOT_SEEN,
    TRIGGERS,
    VIEWS,
    SOURCE_MERGED,
    SOURCE_WRITTEN,
    NO_COLUMNS,
    SYSTEM_VERSIONED,
    SCHEMA_TABLE_MISSING,
    SCHEMA_TABLE_EXTRA,
    SCHEMA_COLUMN_MISSING,
    SCHEMA_COLUMN_EXTRA,
    SCHEMA_COLUMN_TYPE,
    SCHEMA_COLUMN_NULLABLE,
    SCHEMA_COLUMN_DEFAULT,
    SCHEMA_COLUMN_CHARSET,
    SCHEMA_COLUMN_COLLATION,
    SCHEMA_COLUMN_GENERATED,
    SCHEMA_KEY,
    SCHEMA_FOREIGN_KEY,
    SCHEMA_CHECK,
    SCHEMA_PARTITIONS,
    ACCEPT_UNUSED,
    NOT_LOOKED_AT;

    /** Whether an operator may accept an error of this kind: not where values would be cut, rounded or changed. */
    public boolean errorMayBeAccepted() {
        return this != SCHEMA_COLUMN_TYPE && this != SCHEMA_COLUMN_CHARSET;
    }

    /** Whether definitions differ; whether that matters depends on the rows. */
    public boolean ofDefinitions() {
        return name().startsWith("SCHEMA_");
    }
}
