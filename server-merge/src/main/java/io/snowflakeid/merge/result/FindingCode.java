package io.snowflakeid.merge.result;

import static io.snowflakeid.merge.result.Finding.Severity.ERROR;
import static io.snowflakeid.merge.result.Finding.Severity.WARNING;

import io.snowflakeid.merge.result.Finding.Severity;

/** The kinds of findings. The names of the constants must not change, because plans and configurations contain the names. */
public enum FindingCode {
    CONFIG(ERROR, "correct merge.yaml"),
    TARGET_NOT_EMPTY(ERROR, "name a new database, or drop this one; a merge under way continues with its own plan"),
    NOT_LOOKED_AT(WARNING, "correct these errors, and plan again"),
    REFERENCE_MISSING(ERROR, "list it, write ids: static if they mean the same, or accept it if it is no id"),
    REFERENCE_AMBIGUOUS(ERROR, "make the conditions exclude each other"),
    REFERENCE_MAIN_ONLY(ERROR, "write ids: static, choose another class, or accept it: verify lists it as not proved"),
    REFERENCE_TYPE(ERROR, "change its type on all sources, or list under references what it is computed from"),
    FOREIGN_KEY_OUTSIDE(ERROR, "drop it on the sources, or accept that it keeps its values"),
    ORPHANS(ERROR, "correct the source, or list the reference with orphans, none or when"),
    ID_UNKNOWN(ERROR, "correct the source, write orphans: drop or clear, or set ids of that table to offset"),
    ID_CLASH(ERROR, "set ids to auto, offset or map, or to static if they mean the same; drop or clear orphans"),
    ID_RANGE(ERROR, "widen the column on the main server, or set ids to map"),
    ID_BEYOND_RANGE(ERROR, "give such rows smaller ids, or the reference a when: \"caster < 4294967296\""),
    UNIQUE_CLASH(ERROR, "list the key under unique, or its ids under references; or set ids: offset, or another class"),
    UNIQUE_CLASH_WITHIN(ERROR, "change these rows, or list a value that stands for no name under none"),
    RENAME_EXHAUSTED(ERROR, "choose another pattern or a greater max-length"),
    RESOLVED(WARNING, "check the samples"),
    LEFT_OUT(WARNING, "check the numbers; when-left-out: clear keeps rows that only refer to such rows"),
    LEFT_OUT_IN_CIRCLE(ERROR, "write when-left-out: clear between these tables, or references: follow for the key"),
    LEFT_OUT_WITHOUT_KEY(ERROR, "give the table a primary key on the sources, or leave out none of its rows"),
    NOT_SEARCHED(WARNING, "correct ids in them by SQL after verify, or give the table the class main-only or skip"),
    NOT_CARRIED(WARNING, "create in the target what the game needs, after verify"),
    NOT_SEEN(WARNING, "grant it and plan again, unless there are none"),
    STORED_OBJECTS(ERROR, "drop them on the main server, or choose after-load or leave-out"),
    SYSTEM_VERSIONED(ERROR, "drop the system versioning on the source, or accept that the history is lost"),
    SCHEMA_DIFFERS(WARNING, "the target gets the main server's definition; the rehearsal shows rows that it rejects"),
    SCHEMA_TABLE_EXTRA(ERROR, "create it on the main server, or accept that its rows are left out"),
    SCHEMA_COLUMN_MISSING(ERROR, "add it there, with the values that its rows shall have"),
    SCHEMA_COLUMN_EXTRA(ERROR, "add it on the main server, or accept that its values are lost"),
    SCHEMA_COLUMN_TYPE(ERROR, "change it on the main server, since accept does not let it pass"),
    SCHEMA_COLUMN_COLLATION(ERROR, "make them the same, as texts of a unique key may become equal"),
    SCHEMA_COLUMN_NULLABLE(ERROR, "make them the same, as a row with NULL would be rejected"),
    SCHEMA_COLUMN_GENERATED(ERROR, "make them the same, as the target computes other values"),
    SCHEMA_KEY(ERROR, "add it there, or accept this if no row breaks it"),
    SCHEMA_FOREIGN_KEY(ERROR, "add it there, or accept this if no row breaks it");

    private final Severity severity;
    private final String advice;

    FindingCode(Severity severity, String advice) {
        this.severity = severity;
        this.advice = advice;
    }

    public Severity severity() {
        return severity;
    }

    public String advice() {
        return advice;
    }

    /** Returns true if the operator can accept a finding of this code in {@code merge.yaml}. */
    public boolean mayBeAccepted() {
        return this != CONFIG && this != ORPHANS && this != SCHEMA_COLUMN_TYPE;
    }

    /** Returns true if the finding reports a difference between the table definitions of two sources. */
    public boolean ofDefinitions() {
        return name().startsWith("SCHEMA_");
    }
}
