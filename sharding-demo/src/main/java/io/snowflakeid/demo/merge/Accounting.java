package io.snowflakeid.demo.merge;

import io.snowflakeid.demo.merge.GameTable.Reference;
import io.snowflakeid.demo.merge.MergeResult.ReferenceResult;
import io.snowflakeid.demo.merge.MergeResult.TableResult;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * What really is in the merged database, read from all databases again: it believes nothing that the copying said, except how
 * many primary keys clashed.
 */
final class Accounting {

    private final World world;
    private final List<Connection> sources;
    private final Connection target;

    Accounting(World world, List<Connection> sources, Connection target) {
        this.world = world;
        this.sources = sources;
        this.target = target;
    }

    /** Looks every row up in the target, sums both sides up, and follows every reference. */
    TableResult check(GameTable table, long clashes, IntConsumer checked) throws SQLException {
        RowText expected = new RowText();
        long sourceRows = 0;
        long lost = 0;
        for (Connection source : sources) {
            TableWalk walk = new TableWalk(source, world, table);
            for (List<Row> page = walk.next(); !page.isEmpty(); page = walk.next()) {
                page.forEach(expected::add);
                sourceRows += page.size();
                lost += page.size() - arrived(table, page);
                checked.accept(page.size());
            }
        }
        RowText merged = new RowText();
        long mergedRows = sumTarget(table, merged);
        return new TableResult(
                table.plainName(),
                sourceRows,
                mergedRows,
                clashes,
                lost,
                expected.checksum(),
                merged.checksum(),
                references(table));
    }

    /** How many of these rows are in the target with the same content. */
    private long arrived(GameTable table, List<Row> page) throws SQLException {
        Map<Long, Row> expected = new HashMap<>();
        page.forEach(row -> expected.put(row.id(), row));
        long arrived = 0;
        try (PreparedStatement select = target.prepareStatement(table.between(world))) {
            TableWalk.bindRange(select, page);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    Row found = Row.read(rows, table);
                    arrived += found.equals(expected.get(found.id())) ? 1 : 0;
                }
            }
        }
        return arrived;
    }

    private long sumTarget(GameTable table, RowText sum) throws SQLException {
        long rows = 0;
        TableWalk walk = new TableWalk(target, world, table);
        for (List<Row> page = walk.next(); !page.isEmpty(); page = walk.next()) {
            page.forEach(sum::add);
            rows += page.size();
        }
        return rows;
    }

    private List<ReferenceResult> references(GameTable table) throws SQLException {
        List<ReferenceResult> results = new ArrayList<>();
        for (Reference reference : table.references()) {
            try (PreparedStatement count = target.prepareStatement(table.check(world, reference));
                    ResultSet row = count.executeQuery()) {
                row.next();
                results.add(new ReferenceResult(
                        reference.column(),
                        reference.parent().plainName(),
                        row.getLong(1),
                        row.getLong(2),
                        row.getLong(3)));
            }
        }
        return results;
    }
}
