package io.snowflakeid.merge.testdata;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** One server of a game while its rows are made. */
abstract class Game {

    final int server;
    final GameSize size;
    final Random random;
    private final Connection connection;
    private final Map<String, TableWriter> writers = new LinkedHashMap<>();

    Game(Connection connection, int server, GameSize size) {
        this.connection = connection;
        this.server = server;
        this.size = size;
        random = size.random(server);
    }

    /** A row of a table such as {@code hero(id, name)}: values of these columns; the others get some by chance. */
    final void add(String columns, Object... row) throws SQLException {
        TableWriter writer = writers.get(columns);
        if (writer == null) {
            String[] names = columns.split("[(), ]+", -1);
            String[] given = Arrays.copyOfRange(names, 1, names.length - 1);
            writer = new TableWriter(connection, random, names[0], given);
            writers.put(columns, writer);
        }
        writer.add(row);
    }

    /** One row for each id. */
    final void each(String columns, Iterable<Integer> ids, IntFunction<Object[]> row) throws SQLException {
        for (int id : ids) {
            add(columns, row.apply(id));
        }
    }

    /** So many rows, counted from 0. */
    final void repeat(String columns, int count, IntFunction<Object[]> row) throws SQLException {
        each(columns, numbers(0, count - 1), row);
    }

    static Object[] row(Object... values) {
        return values;
    }

    static List<Integer> numbers(int first, int last) {
        return IntStream.rangeClosed(first, last).boxed().toList();
    }

    /** Sends the rows that writers still hold, so that statements and triggers find them. */
    final void write() throws SQLException {
        for (TableWriter writer : writers.values()) {
            writer.flush();
        }
    }

    final void run(String... statements) throws SQLException {
        write();
        SqlScript.run(connection, List.of(statements));
    }

    /** The ids of a table's rows by whose they are. */
    final Map<Integer, List<Integer>> idsByOwner(String table, String owner) throws SQLException {
        write();
        Map<Integer, List<Integer>> ids = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id, " + owner + " FROM " + table + " ORDER BY id")) {
            while (rows.next()) {
                ids.computeIfAbsent(rows.getInt(2), any -> new ArrayList<>()).add(rows.getInt(1));
            }
        }
        return ids;
    }

    final <T> T one(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    /** From 1. */
    final int upTo(int most) {
        return 1 + random.nextInt(most);
    }

    final boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /** 0 for none. */
    final int oneOrNone(List<Integer> list, int nonePercent) {
        return chance(nonePercent) ? 0 : one(list);
    }

    final <T> List<T> some(List<T> list, int percent) {
        return list.stream().filter(any -> chance(percent)).toList();
    }
}
