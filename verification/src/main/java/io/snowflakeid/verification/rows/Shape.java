package io.snowflakeid.verification.rows;

import static io.snowflakeid.verification.rows.Ids.ASSIGN_ID;
import static io.snowflakeid.verification.rows.Ids.HYPERSISTENCE;
import static io.snowflakeid.verification.rows.Ids.IDENTITY;
import static io.snowflakeid.verification.rows.Ids.POOLED_LO;
import static io.snowflakeid.verification.rows.Ids.PRESET;
import static io.snowflakeid.verification.rows.Ids.SNOWFLAKEID;
import static io.snowflakeid.verification.rows.Ids.UUID4;
import static io.snowflakeid.verification.rows.Ids.UUID7;
import static io.snowflakeid.verification.rows.Ids.WITHOUT;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import javax.sql.DataSource;

/** A benchmark, with the kinds of ids that it compares. Each benchmark compares all kinds of ids with its first kind. */
@SuppressWarnings("ImmutableEnumChecker") // the functions have no state, and the lists are immutable
public enum Shape {
    JDBC("JDBC, batches of 50", JdbcRows::new, PRESET, SNOWFLAKEID, HYPERSISTENCE, UUID4, UUID7, IDENTITY),
    HIBERNATE(
            "Hibernate, batches of 50",
            HibernateRows::new,
            PRESET,
            SNOWFLAKEID,
            HYPERSISTENCE,
            POOLED_LO,
            UUID4,
            UUID7,
            IDENTITY),
    MYBATIS_BATCH("MyBatis, batches of 50", MyBatisRows::batches, PRESET, SNOWFLAKEID, HYPERSISTENCE, IDENTITY),
    MYBATIS_FOREACH("MyBatis, 50 rows by foreach", MyBatisRows::foreach, PRESET, SNOWFLAKEID, HYPERSISTENCE, IDENTITY),
    MYBATIS_SINGLE("MyBatis, single rows", MyBatisRows::singleRows, PRESET, SNOWFLAKEID, HYPERSISTENCE, IDENTITY),
    MYBATIS_PLUS("MyBatis-Plus, batches of 50", PlusRows::new, PRESET, SNOWFLAKEID, ASSIGN_ID, IDENTITY),
    DATA_JDBC("Spring Data JDBC, insertAll of 50", DataJdbcRows::on, PRESET, SNOWFLAKEID, HYPERSISTENCE, IDENTITY),
    MYBATIS_SELECT("MyBatis, select", MyBatisRows::selects, WITHOUT, SNOWFLAKEID),
    MYBATIS_UPDATE("MyBatis, update", MyBatisRows::updates, WITHOUT, SNOWFLAKEID),
    JACKSON_2("Jackson 2, page of 1,000 entities", database -> JsonPages::jackson2, WITHOUT, SNOWFLAKEID),
    JACKSON_3("Jackson 3, page of 1,000 entities", database -> JsonPages::jackson3, WITHOUT, SNOWFLAKEID);

    final String title;
    private final Function<DataSource, Work.Source> opener;
    private final List<Ids> ids;

    Shape(String title, Function<DataSource, Work.Source> opener, Ids... ids) {
        this.title = title;
        this.opener = opener;
        this.ids = List.of(ids);
    }

    Ids reference() {
        return ids.get(0);
    }

    boolean inserts() {
        return reference() == PRESET;
    }

    /** Returns the number of rows, calls or entities in a unit of work. */
    int units() {
        return this == JACKSON_2 || this == JACKSON_3 ? JsonPages.ENTITIES : Work.ROWS;
    }

    /** Returns the kinds of ids that this benchmark compares. Without a server, no database generates ids, so IDENTITY is omitted. */
    List<Ids> ids(boolean server) {
        return ids.stream().filter(each -> server || each != IDENTITY).toList();
    }

    Work.Source open(DataSource database) {
        return opener.apply(database);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
