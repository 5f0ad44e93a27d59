package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.snowflakeid.hibernate.Entities.Hero;
import io.snowflakeid.hibernate.Entities.Identified;
import io.snowflakeid.hibernate.Entities.Joined;
import io.snowflakeid.hibernate.Entities.JoinedChild;
import io.snowflakeid.hibernate.Entities.Plain;
import io.snowflakeid.hibernate.Entities.SeatKey;
import io.snowflakeid.hibernate.Entities.SeatRow;
import io.snowflakeid.hibernate.Entities.Single;
import io.snowflakeid.hibernate.Entities.SingleChild;
import io.snowflakeid.testing.servers.TestDatabase;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.PrimaryKeyJoinColumn;
import jakarta.persistence.SecondaryTable;
import jakarta.persistence.Table;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ColumnCheckTest {

    private static final int WORKER = 760;
    private static final String SCHEMA = "hibernate.hbm2ddl.auto";
    private static final String DATA_SOURCE = "hibernate.connection.datasource";
    private static final Map<String, Object> CREATE = Map.of(SCHEMA, "create");

    @Entity(name = "Mail")
    @Table(name = "`order`")
    static class Mail {
        @Id
        @GeneratedValue
        @SnowflakeId
        @Column(name = "`The Key`", length = 19)
        String id;
    }

    @Entity(name = "Place")
    @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
    abstract static class Place extends Identified {
        @Embedded
        Sign sign;
    }

    @Embeddable
    static class Sign {
        @SnowflakeId
        @Column(name = "sign_number")
        Long number;
    }

    @Entity(name = "Town")
    static class Town extends Place {}

    @Entity(name = "Guild")
    @SecondaryTable(name = "guild_text")
    static class Guild extends Identified {
        @SnowflakeId
        @Column(table = "guild_text")
        Long charter;
    }

    @Entity(name = "Chair")
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Chair {
        @EmbeddedId
        SeatKey key;
    }

    @Entity(name = "Box")
    @PrimaryKeyJoinColumn(name = "box_hall", referencedColumnName = "hall")
    @PrimaryKeyJoinColumn(name = "box_number", referencedColumnName = "number")
    static class Box extends Chair {}

    @Entity(name = "Voucher")
    static class Voucher {
        @Id
        @GeneratedValue
        @SnowflakeId(format = "base62")
        @Column(length = 11)
        String code;
    }

    private static final Class<?>[] ALL = {
        Hero.class,
        Mail.class,
        Joined.class,
        JoinedChild.class,
        Place.class,
        Town.class,
        Guild.class,
        Single.class,
        SingleChild.class
    };

    private static final List<Logger> LOGGERS = Stream.of(ColumnCheck.class, ColumnReading.class)
            .map(type -> Logger.getLogger(type.getName()))
            .toList();

    private final List<LogRecord> logged = new CopyOnWriteArrayList<>();
    private TestDatabase database;

    @BeforeEach
    void open() {
        database = TestDatabase.plainH2("k" + UUID.randomUUID().toString().replace("-", ""));
        LOGGERS.forEach(
                logger -> logger.setFilter(entry -> !logged.add(entry))); // keeps messages out of the build's log
    }

    @AfterEach
    void close() throws SQLException {
        LOGGERS.forEach(logger -> logger.setFilter(null));
        database.close();
    }

    // ---- what passes

    @Test
    void whatHibernateCreatesItselfPasses() throws Exception {
        start(CREATE, ALL);
        assertThat(logged).isEmpty();
    }

    @Test
    void whatHibernateAddsToAnOldTableIsLookedAtAfterwards() throws Exception {
        database.execute("CREATE TABLE Hero (name VARCHAR(20))");
        start(Map.of(SCHEMA, "update"), Hero.class);
        assertThat(logged).isEmpty();
    }

    @Test
    void aTableThatIsMadeLaterIsSaidAndDoesNotBreakTheStart() throws Exception {
        start(Hero.class);
        assertLogged(
                Level.INFO,
                "column HERO.ID of Hero.id could not be checked",
                "it does not exist yet",
                "or this user may not see it");
    }

    // ---- what is refused

    @Test
    void allFindingsOfAllEntitiesAreRefusedAtOnce() throws Exception {
        createBadTables();
        assertThatThrownBy(() -> start(Hero.class, Mail.class))
                .isInstanceOf(UnsafeColumnsException.class)
                .message()
                .containsSubsequence(
                        "Snowflake ids are not safe in these columns; fix them, or set hibernate.snowflake.columns=warn"
                                + " to start anyway:",
                        "\n  Hero.id: HERO.ID is INTEGER, which holds whole numbers exactly up to 2147483647 only; needed:"
                                + " BIGINT",
                        "\n  Hero.id: HERO.ID is AUTO_INCREMENT or an identity; needed: no AUTO_INCREMENT or identity",
                        "\n  Mail.id: order.The Key is CHARACTER VARYING(10), too short for the 19 characters of an id");
    }

    private void createBadTables() throws SQLException {
        database.execute(
                "CREATE TABLE hero (id INT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY)",
                "CREATE TABLE \"order\" (\"The Key\" VARCHAR(10) PRIMARY KEY)");
    }

    static Stream<Arguments> columnsThatHoldIds() {
        return Stream.of(
                arguments("JOINED", "ID", "Joined.id", List.of(Joined.class, JoinedChild.class)),
                arguments("JOINEDCHILD", "JOINED_ID", "Joined.id", List.of(Joined.class, JoinedChild.class)),
                arguments("TOWN", "ID", "Place.id", List.of(Place.class, Town.class)),
                arguments("TOWN", "SIGN_NUMBER", "Place.sign.number", List.of(Place.class, Town.class)),
                arguments("GUILD", "ID", "Guild.id", List.of(Guild.class)),
                arguments("GUILD_TEXT", "ID", "Guild.id", List.of(Guild.class)),
                arguments("GUILD_TEXT", "CHARTER", "Guild.charter", List.of(Guild.class)),
                arguments("SINGLE", "ID", "Single.id", List.of(Single.class, SingleChild.class)),
                arguments("CHAIR", "NUMBER", "Chair.key.number", List.of(Chair.class, Box.class)),
                arguments("BOX", "BOX_NUMBER", "Chair.key.number", List.of(Chair.class, Box.class)),
                arguments("SEATROW", "NUMBER", "SeatRow.number", List.of(SeatRow.class)),
                arguments("PLAIN", "ID", "Plain.id", List.of(Plain.class)));
    }

    @ParameterizedTest
    @MethodSource("columnsThatHoldIds")
    void eachColumnThatHoldsIdsIsLookedAt(String table, String column, String attribute, List<Class<?>> entities)
            throws Exception {
        Class<?>[] types = entities.toArray(Class<?>[]::new);
        start(Map.of(SCHEMA, "create", SnowflakeSettings.AUTO, true), types);
        dropForeignKeys();
        database.execute("ALTER TABLE \"" + table + "\" ALTER COLUMN " + column + " SET DATA TYPE INT");
        assertThatThrownBy(() -> start(Map.of(SnowflakeSettings.AUTO, true), types))
                .satisfies(refused -> assertThat(refused.getMessage().lines())
                        .hasSize(2)
                        .last()
                        .asString()
                        .contains(attribute + ": " + table + "." + column + " is INTEGER"));
    }

    @Test
    void aCaseInsensitiveTextIsRejectedForBase62() throws Exception {
        database.execute("CREATE TABLE voucher (code VARCHAR_IGNORECASE(11) PRIMARY KEY)");
        assertThatThrownBy(() -> start(Voucher.class)).hasMessageContaining("Voucher.code: VOUCHER.CODE");
    }

    private void dropForeignKeys() throws SQLException {
        List<String> drops = new ArrayList<>();
        try (Connection connection = database.connect();
                var keys = connection
                        .createStatement()
                        .executeQuery("SELECT TABLE_NAME, CONSTRAINT_NAME FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS"
                                + " WHERE CONSTRAINT_TYPE = 'FOREIGN KEY'")) {
            while (keys.next()) {
                drops.add("ALTER TABLE " + keys.getString(1) + " DROP CONSTRAINT " + keys.getString(2));
            }
        }
        database.execute(drops.toArray(String[]::new));
    }

    @Test
    void aColumnOfTheDefaultSchemaIsMeant() throws Exception {
        database.execute(
                "CREATE TABLE hero (id BIGINT PRIMARY KEY)", "CREATE SCHEMA shop", "CREATE TABLE shop.hero (id INT)");
        start(Hero.class);
        assertThatThrownBy(() -> start(Map.of("hibernate.default_schema", "shop"), Hero.class))
                .hasMessageContaining("Hero.id: SHOP.HERO.ID is INTEGER");
    }

    @Test
    void aRefusedStartGivesTheWorkerBack() throws Exception {
        createBadTables();
        assertThatThrownBy(() -> start(Hero.class)).hasMessageContaining("HERO.ID");
        database.execute("DROP TABLE hero", "CREATE TABLE hero (id BIGINT PRIMARY KEY)");
        start(Hero.class);
    }

    // ---- the setting

    @Test
    void warnLogsWhatRefuseWouldRefuse() throws Exception {
        createBadTables();
        start(Map.of(SnowflakeSettings.COLUMNS, "warn"), Hero.class);
        assertThat(logged).extracting(LogRecord::getLevel).containsExactly(Level.WARNING, Level.WARNING);
        assertThat(logged.get(0).getMessage())
                .startsWith(
                        "Hero.id: HERO.ID is INTEGER, which holds whole numbers exactly up to 2147483647 only; needed: BIGINT");
    }

    @Test
    void offDoesNotLook() throws Exception {
        createBadTables();
        start(Map.of(SnowflakeSettings.COLUMNS, "OFF"), Hero.class);
        assertThat(logged).isEmpty();
    }

    @Test
    void anotherValueIsRefused() throws Exception {
        createBadTables();
        assertThatThrownBy(() -> start(Map.of(SnowflakeSettings.COLUMNS, "no"), Hero.class))
                .hasMessage("hibernate.snowflake.columns must be refuse or warn or off, but is 'no'");
    }

    @Test
    void warningsAreLoggedAndDoNotRefuse() throws Exception {
        database.execute("CREATE TABLE hero (id DECIMAL(19) DEFAULT 5 PRIMARY KEY)");
        start(Hero.class);
        assertThat(logged).extracting(LogRecord::getLevel).containsExactly(Level.WARNING);
    }

    // ---- manners

    @Test
    void aStartThatMayNotAskTheDatabaseDoesNot() throws Exception {
        createBadTables();
        Watched connections = new Watched(database.dataSource());
        start(
                Map.of(
                        "hibernate.boot.allow_jdbc_metadata_access",
                        "false",
                        "hibernate.dialect",
                        "org.hibernate.dialect.H2Dialect",
                        DATA_SOURCE,
                        connections.dataSource()),
                Hero.class);
        assertThat(connections.opened).isEmpty();
        assertLogged(
                Level.INFO,
                "the columns of [Hero.id] are not checked",
                "hibernate.boot.allow_jdbc_metadata_access forbids queries at start-up");
    }

    @Test
    void oneConnectionIsUsedAndGivenBackWithoutATransaction() throws Exception {
        start(CREATE, ALL);
        Watched without = new Watched(database.dataSource());
        start(Map.of(SnowflakeSettings.COLUMNS, "off", DATA_SOURCE, without.dataSource()), ALL);
        Watched connections = new Watched(database.dataSource());
        start(Map.of(DATA_SOURCE, connections.dataSource()), ALL);
        assertThat(connections.opened).hasSize(without.opened.size() + 1);
        assertThat(connections.opened.get(connections.opened.size() - 1))
                .containsSubsequence("getMetaData", "rollback", "close")
                .doesNotContain("commit", "setAutoCommit");
        assertThat(connections.opened).allMatch(calls -> calls.contains("close"));
    }

    @Test
    void aDatabaseThatIsAwayIsSaidAndDoesNotBreakTheStart() throws Exception {
        Watched connections = new Watched(database.dataSource());
        connections.refused = "getConnection";
        start(
                Map.of("hibernate.dialect", "org.hibernate.dialect.H2Dialect", DATA_SOURCE, connections.dataSource()),
                Hero.class);
        assertLogged(
                Level.WARNING,
                "the id columns could not be checked",
                "there is no connection (getConnection is not for you)",
                "starting without this check");
    }

    @Test
    void aDriverThatDoesNotTellIsSaidAndDoesNotBreakTheStart() throws Exception {
        database.execute("CREATE TABLE hero (id INT PRIMARY KEY)");
        Watched connections = new Watched(database.dataSource());
        connections.refused = "getSchema";
        start(Map.of(DATA_SOURCE, connections.dataSource()), Hero.class);
        assertLogged(
                Level.WARNING,
                "column HERO.ID of Hero.id could not be checked",
                "(getSchema is not for you)",
                "starting without this check");
    }

    /** Records the calls of each connection; auto-commit is off. */
    private static final class Watched {
        private final DataSource real;
        private final List<List<String>> opened = new CopyOnWriteArrayList<>();
        private String refused = "";

        Watched(DataSource real) {
            this.real = real;
        }

        DataSource dataSource() {
            return proxy(DataSource.class, real, null);
        }

        private <T> T proxy(Class<T> type, Object target, List<String> calls) {
            return type.cast(Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                        String name = method.getName();
                        if (name.equals(refused)) {
                            throw new SQLException(name + " is not for you");
                        }
                        if (calls != null) {
                            calls.add(name);
                        }
                        Object result = method.invoke(target, arguments);
                        if (result instanceof Connection connection) {
                            connection.setAutoCommit(false);
                            List<String> its = new CopyOnWriteArrayList<>();
                            opened.add(its);
                            return proxy(Connection.class, connection, its);
                        }
                        return result;
                    }));
        }
    }

    private void assertLogged(Level level, String... parts) {
        assertThat(logged).singleElement().satisfies(entry -> {
            assertThat(entry.getMessage())
                    .startsWith(parts[0])
                    .containsSubsequence(parts)
                    .endsWith(parts[parts.length - 1]);
            assertThat(entry.getLevel()).isEqualTo(level);
        });
    }

    private void start(Class<?>... entities) throws Exception {
        start(Map.of(), entities);
    }

    /** Starts and closes Hibernate on the database, without a schema tool unless the settings have one. */
    private void start(Map<String, ?> more, Class<?>... entities) throws Exception {
        Map<String, Object> settings = new HashMap<>(Map.of(SCHEMA, "none", SnowflakeSettings.WORKER, WORKER));
        settings.putAll(more);
        try (var hibernate = HibernateOn.keeping(database, settings, entities)) {
            assertThat(hibernate.factory().isOpen()).isTrue();
        }
    }
}
