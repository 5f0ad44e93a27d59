package io.snowflakeid.merge.schema;

/** Codes of what two databases differ in. */
public final class FindingCodes {

    public static final String SCHEMA_TABLE_MISSING = "SCHEMA_TABLE_MISSING";
    public static final String SCHEMA_TABLE_EXTRA = "SCHEMA_TABLE_EXTRA";
    public static final String SCHEMA_COLUMN_MISSING = "SCHEMA_COLUMN_MISSING";
    public static final String SCHEMA_COLUMN_EXTRA = "SCHEMA_COLUMN_EXTRA";
    public static final String SCHEMA_COLUMN_TYPE = "SCHEMA_COLUMN_TYPE";
    public static final String SCHEMA_COLUMN_NULLABLE = "SCHEMA_COLUMN_NULLABLE";
    public static final String SCHEMA_COLUMN_DEFAULT = "SCHEMA_COLUMN_DEFAULT";
    public static final String SCHEMA_COLUMN_CHARSET = "SCHEMA_COLUMN_CHARSET";
    public static final String SCHEMA_COLUMN_COLLATION = "SCHEMA_COLUMN_COLLATION";
    public static final String SCHEMA_COLUMN_GENERATED = "SCHEMA_COLUMN_GENERATED";
    public static final String SCHEMA_COLUMN_ORDER = "SCHEMA_COLUMN_ORDER";
    public static final String SCHEMA_KEY = "SCHEMA_KEY";
    public static final String SCHEMA_FOREIGN_KEY = "SCHEMA_FOREIGN_KEY";
    public static final String SCHEMA_CHECK = "SCHEMA_CHECK";
    public static final String SCHEMA_ENGINE = "SCHEMA_ENGINE";
    public static final String SCHEMA_PARTITIONS = "SCHEMA_PARTITIONS";
    public static final String SCHEMA_TRIGGER = "SCHEMA_TRIGGER";
    public static final String SCHEMA_VIEW = "SCHEMA_VIEW";

    private FindingCodes() {}
}
