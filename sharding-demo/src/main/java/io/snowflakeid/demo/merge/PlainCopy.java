package io.snowflakeid.demo.merge;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * The plainest merge there is: each row of the source is inserted into the target as it stands. A row whose primary key is taken
 * there is a clash, and stays behind.
 */
final class PlainCopy {

    private final World world;
    private final Connection target;

    /** Commits on the target page by page. */
    PlainCopy(World world, Connection target) {
        this.world = world;
        this.target = target;
    }

    /** Copies one table of one server and returns how many of its primary keys were taken. */
    long copy(Connection source, GameTable table, IntConsumer copied) throws SQLException {
        long clashes = 0;
        TableWalk walk = new TableWalk(source, world, table);
        try (PreparedStatement insert = target.prepareStatement(table.insert(world))) {
            for (List<Row> page = walk.next(); !page.isEmpty(); page = walk.next()) {
                Set<Long> taken = idsTaken(table, page);
                insertOthers(insert, page, taken);
                target.commit();
                clashes += taken.size();
                copied.accept(page.size());
            }
        }
        return clashes;
    }

    /** Asked beforehand, so that an insert which fails is never mistaken for a clash. */
    private Set<Long> idsTaken(GameTable table, List<Row> page) throws SQLException {
        Set<Long> wanted = new HashSet<>();
        page.forEach(row -> wanted.add(row.id()));
        Set<Long> taken = new HashSet<>();
        try (PreparedStatement select = target.prepareStatement(table.idsBetween(world))) {
            TableWalk.bindRange(select, page);
            try (ResultSet ids = select.executeQuery()) {
                while (ids.next()) {
                    if (wanted.contains(ids.getLong(1))) {
                        taken.add(ids.getLong(1));
                    }
                }
            }
        }
        return taken;
    }

    private static void insertOthers(PreparedStatement insert, List<Row> page, Set<Long> taken) throws SQLException {
        if (taken.size() == page.size()) {
            return;
        }
        for (Row row : page) {
            if (!taken.contains(row.id())) {
                row.bind(insert);
                insert.addBatch();
            }
        }
        insert.executeBatch();
    }
}
