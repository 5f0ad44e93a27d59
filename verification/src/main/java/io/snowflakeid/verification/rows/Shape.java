package io.snowflakeid.verification.rows;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import javax.sql.DataSource;
import org.apache.ibatis.session.ExecutorType;

/** What is measured, with the kinds of ids that are compared. The first kind is the reference. */
public enum Shape {
    JDBC(
            "JDBC, batches of 50",
            JdbcRows::new,
            Work.ROWS,
            Ids.PRESET,
            Ids.SNOWFLAKEID,
            Ids.HYPERSISTENCE,
            Ids.UUID4,
            Ids.UUID7,
            Ids.IDENTITY),
    HIBERNATE(
            "Hibernate, batches of 50",
            HibernateRows::new,
            Work.ROWS,
            Ids.PRESET,
            Ids.SNOWFLAKEID,
            Ids.HYPERSISTENCE,
            Ids.POOLED_LO,
            Ids.UUID4,
            Ids.UUID7,
            Ids.IDENTITY),
    MYBATIS_BATCH(
            "MyBatis, batches of 50",
            database -> MyBatisRows.singleRows(database, ExecutorType.BATCH),
            Work.ROWS,
            Ids.PRESET,
            Ids.SNOWFLAKEID,
            Ids.HYPERSISTENCE,
            Ids.IDENTITY),
    MYBATIS_FOREACH(
            "MyBatis, 50 rows by foreach",
            MyBatisRows::severalRows,
            Work.ROWS,
            Ids.PRESET,
            Ids.SNOWFLAKEID,
            Ids.HYPERSISTENCE,
            Ids.IDENTITY),
    MYBATIS_SINGLE(
            "MyBatis, single rows",
            database -> MyBatisRows.singleRows(database, ExecutorType.SIMPLE),
            Work.ROWS,
            Ids.PRESET,
            Ids.SNOWFLAKEID,
            Ids.HYPERSISTENCE,
            Ids.IDENTITY),
    MYBATIS_PLUS(
            "MyBatis-Plus, batches of 50",
            PlusRows::new,
            Work.ROWS,
            Ids.PRESET,
            Ids.SNOWFLAKEID,
            Ids.ASSIGN_ID,
            Ids.IDENTITY),
    DATA_JDBC(
            "Spring Data JDBC, insertAll of 50",
            DataJdbcRows::on,
            Work.ROWS,
            Ids.PRESET,
            Ids.SNOWFLAKEID,
            Ids.IDENTITY),
    MYBATIS_SELECT(
            "MyBatis, select",
            database -> MyBatisRows.statementsWithoutIds(database, MyBatisRows::select),
            Work.ROWS,
            Ids.WITHOUT,
            Ids.SNOWFLAKEID),
    MYBATIS_UPDATE(
            "MyBatis, update",
            database -> MyBatisRows.statementsWithoutIds(database, MyBatisRows::update),
            Work.ROWS,
            Ids.WITHOUT,
            Ids.SNOWFLAKEID),
    JACKSON_2(
            "Jackson 2, page of 1,000 entities",
            database -> JsonPages::jackson2,
            JsonPages.ENTITIES,
            Ids.WITHOUT,
            Ids.SNOWFLAKEID),
    JACKSON_3(
            "Jackson 3, page of 1,000 entities",
            database -> JsonPages::jackson3,
            JsonPages.ENTITIES,
            Ids.WITHOUT,
            Ids.SNOWFLAKEID);

    final String title;

    /** The number of rows, calls or entities in a unit of work. */
    final int units;

    @SuppressWarnings("ImmutableEnumChecker") // stateless
    private final Function<DataSource, Work.Source> opener;

    @SuppressWarnings("ImmutableEnumChecker") // immutable
    private final List<Ids> ids;

    Shape(String title, Function<DataSource, Work.Source> opener, int units, Ids... ids) {
        this.title = title;
        this.opener = opener;
        this.units = units;
        this.ids = List.of(ids);
    }

    Ids reference() {
        return ids.get(0);
    }

    boolean inserts() {
        return reference() == Ids.PRESET;
    }

    /** Returns the compared kinds. A driver that does nothing generates no ids. */
    List<Ids> ids(boolean server) {
        return ids.stream().filter(each -> server || each != Ids.IDENTITY).toList();
    }

    Work.Source open(DataSource database) {
        return opener.apply(database);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
