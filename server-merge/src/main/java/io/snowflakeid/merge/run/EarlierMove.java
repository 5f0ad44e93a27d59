package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.sql.AuditNames;
import org.jspecify.annotations.Nullable;

/** What the earlier merge did to the ids of a column of a part, and what this one does. */
record EarlierMove(
        EarlierPart part,
        ColumnName column,
        int formerDomain,
        IdMode formerMode,
        long first,
        long last,
        long formerShift,
        @Nullable String formerMap,
        @Nullable IdDomain domain) {

    long shift() {
        return domain == null ? 0 : domain.of(part.source().number()).shift();
    }

    boolean mappedNow() {
        return domain != null && domain.of(part.source().number()).mapped();
    }

    /** Whether each id that exists has a fresh one. */
    boolean allMapped() {
        return formerAllMapped() || allMappedNow();
    }

    boolean formerAllMapped() {
        return formerMap != null && formerMode == IdMode.MAP;
    }

    boolean allMappedNow() {
        if (domain == null) {
            return false;
        }
        SourceIds ids = domain.of(part.source().number());
        return domain.mode() == IdMode.MAP && ids.mapped() && ids.freshFrom() != 0;
    }

    @Nullable
    String map() {
        return formerMap == null && !mappedNow()
                ? null
                : AuditNames.PREFIX + "map_" + (domain == null ? 0 : domain.number()) + "_" + formerDomain;
    }

    IdMode mode() {
        if (map() != null) {
            return allMapped() ? IdMode.MAP : IdMode.MAP_CLASHES;
        }
        return formerShift + shift() == 0 ? IdMode.KEEP : IdMode.OFFSET;
    }
}
