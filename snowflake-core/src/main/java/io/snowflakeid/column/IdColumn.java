package io.snowflakeid.column;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A real column, as its database describes it, and whether Snowflake ids are safe in it: wide enough, compared exactly, and filled
 * by nobody but the generator.
 *
 * <p>In detail on MySQL, MariaDB, PostgreSQL and H2: type, length, collation, AUTO_INCREMENT and defaults, each with the statement
 * that mends it. On other databases, and where a driver hides the real one, as far as {@link java.sql.DatabaseMetaData} tells:
 * without collations and statements; on a database that is none of these, what would be an error is a warning. Triggers are not looked at. Columns that refer to this one are named where its type has to
 * change, but not judged.
 *
 * <p>Immutable and thread-safe; says what was true at the moment of {@link #read}.
 */
public final class IdColumn {

    private final Database database;
    private final ColumnFacts facts;
    private final @Nullable TextRules textRules;
    private final List<String> references;
    private final Address address;

    private IdColumn(
            Database database,
            ColumnFacts facts,
            @Nullable TextRules textRules,
            List<String> references,
            Address address) {
        this.database = database;
        this.facts = facts;
        this.textRules = textRules;
        this.references = references;
        this.address = address;
    }

    /**
     * Reads what a column is, by one query, or two for a text; more only where something about it looks wrong.
     *
     * @param connection is left open, with its transaction as it was; only selects are run
     * @return empty if there is no such column, or if this user may not see it
     * @throws SQLException if the database cannot be asked, or if the names fit several columns that differ in small letters and
     *     capitals alone
     */
    public static Optional<IdColumn> read(Connection connection, ColumnName name) throws SQLException {
        List<IdColumn> found = all(connection, name);
        if (found.size() > 1) {
            String names = found.stream()
                    .map(column -> column.name().toString())
                    .sorted()
                    .collect(Collectors.joining(" or "));
            throw new SQLException(name + " may be " + names + ": spell it as the database does");
        }
        return found.stream().findFirst();
    }

    private static List<IdColumn> all(Connection connection, ColumnName name) throws SQLException {
        Database database = Database.of(connection.getMetaData());
        if (database instanceof JdbcDatabase) {
            return all(connection, database, name);
        }
        try {
            List<IdColumn> found = all(connection, database, name);
            // a router does not find its own tables in a catalog of one of its databases
            return found.isEmpty() ? all(connection, new JdbcDatabase(true), name) : found;
        } catch (SQLException | RuntimeException refused) {
            // or refuses to look there, and not always by an SQLException
            return insteadOf(refused, connection, name);
        }
    }

    private static List<IdColumn> insteadOf(Exception refused, Connection connection, ColumnName name)
            throws SQLException {
        try {
            List<IdColumn> found = all(connection, new JdbcDatabase(true), name);
            if (!found.isEmpty()) {
                return found;
            }
        } catch (SQLException | RuntimeException e) {
            refused.addSuppressed(e);
        }
        throw refused instanceof SQLException known ? known : new SQLException(refused.toString(), refused);
    }

    private static List<IdColumn> all(Connection connection, Database database, ColumnName name) throws SQLException {
        List<ColumnFacts> found = database.columns(connection, name, false);
        if (found.isEmpty()) {
            found = database.columns(connection, name, true);
        }
        List<IdColumn> columns = new ArrayList<>();
        for (ColumnFacts facts : found) {
            columns.add(of(connection, database, facts));
        }
        return columns;
    }

    private static IdColumn of(Connection connection, Database database, ColumnFacts facts) throws SQLException {
        boolean text = facts.type() instanceof ColumnType.Text;
        boolean plain = facts.type().equals(new ColumnType.Whole(63, true));
        return new IdColumn(
                database,
                facts,
                text ? database.textRules(connection, facts) : null,
                text || plain ? List.of() : database.references(connection, facts.name()),
                Address.of(connection, facts.name()));
    }

    /** As the database spells it. */
    public ColumnName name() {
        return facts.name();
    }

    /** The type as the database writes it, with length and attributes: {@code int unsigned}. */
    public String type() {
        return facts.typeName();
    }

    /** Whether it is for texts, so that ids need an {@link IdFormat}. */
    public boolean isText() {
        return facts.type() instanceof ColumnType.Text;
    }

    // ---- judging

    /**
     * What is wrong with the column for ids as numbers ({@code long}), the worst first; empty if nothing is.
     *
     * @param layout of the ids; one whose ids have fewer bits is content with less
     */
    public List<Finding> findings(SnowflakeLayout layout) {
        return findings(NumberRules.judge(facts, layout).stream().toList(), false);
    }

    /** What is wrong with the column for ids as texts of a format, the worst first; empty if nothing is. */
    public List<Finding> findings(SnowflakeLayout layout, IdFormat format) {
        return findings(TextIdRules.judge(facts, textRules, layout, format), true);
    }

    private List<Finding> findings(List<Fault> ofShape, boolean idsAreTexts) {
        List<Fault> faults = new ArrayList<>(ofShape);
        FillingRules.judge(facts.filling(), idsAreTexts).ifPresent(faults::add);
        if (facts.view()) {
            faults.add(
                    Fault.toKnow(
                            Finding.Severity.WARNING,
                            "is a column of a view",
                            "a look at the table behind it, whose AUTO_INCREMENT, defaults and statements cannot be told from here"));
        }
        Target target = target(faults, idsAreTexts);
        return faults.stream()
                .map(fault -> finding(fault, target))
                .sorted(Comparator.comparing(Finding::severity))
                .toList();
    }

    private static Target target(List<Fault> faults, boolean idsAreTexts) {
        return new Target(
                faults.stream()
                        .map(Fault::type)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null),
                idsAreTexts,
                faults.stream().anyMatch(fault -> fault.mends() == Fault.Part.COLLATION));
    }

    private Finding finding(Fault fault, Target target) {
        String needed = fault.needed() + (fault.changesShape() && !references.isEmpty() ? referring() : "");
        boolean doubt = fault.severity() == Finding.Severity.ERROR && !database.known();
        return new Finding(
                doubt ? Finding.Severity.WARNING : fault.severity(),
                address.shown(),
                fault.seen(),
                doubt
                        ? needed
                                + "; no error, as the check does not know this database, whose driver may report other types"
                        : needed,
                statement(fault, target));
    }

    private String referring() {
        return "; before that, drop the foreign keys that refer to it, and afterwards give their columns the same type and add them again: "
                + String.join(", ", references);
    }

    private @Nullable String statement(Fault fault, Target target) {
        if (fault.mends() == null || facts.view()) {
            return null;
        }
        return fault.changesShape()
                ? database.toReshape(address, facts, target)
                : database.toStopFilling(address, facts, target);
    }

    // ---- rows

    /**
     * What the ids that are stored already mean for those to come: the largest one should lie below them, and none should have a
     * timestamp in the future, as the layout would make it again then. Asks for the largest ids alone, which an index answers at
     * once; without an index the table is read. For columns of numbers; texts are not looked at.
     *
     * @param connection as for {@link #read}
     * @param now the time; ids of up to one minute later are taken as made by clocks that differ
     * @throws SQLException if the rows cannot be read, for instance without the right to
     */
    public List<Finding> storedIds(Connection connection, SnowflakeLayout layout, Instant now) throws SQLException {
        return isText() || facts.type() instanceof ColumnType.Other
                ? List.of()
                : new StoredIds(connection, address, layout, now).findings();
    }

    /** Name and type. */
    @Override
    public String toString() {
        return address.shown() + " " + type();
    }
}
