package io.snowflakeid.demo.orders;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Which orders a merchant has. Orders are sharded by user, so a merchant's lie anywhere; the index is sharded by merchant, so one
 * database knows all of them.
 *
 * <p>An order and its index row usually lie in different databases and share no transaction. A row without its order costs a
 * look-up nothing but a miss, an order without its row is hidden from its merchant; so the row is written before the order is
 * committed. Either may still be left alone by a crash: {@link IndexRepair} puts it right.
 */
final class MerchantIndex {

    private static final int ROWS_PER_STATEMENT = 500;

    private final SqlSessionFactory sessions;
    private final Outages outages;

    MerchantIndex(DataSource sharded, Outages outages) {
        Configuration configuration =
                new Configuration(new Environment("index", new JdbcTransactionFactory(), sharded));
        configuration.addMapper(IndexMapper.class);
        sessions = new SqlSessionFactoryBuilder().build(configuration);
        this.outages = outages;
    }

    /**
     * Writes rows, in one transaction for each database that they belong to: local transactions over several databases are
     * committed one after the other, and may end half done.
     *
     * @return those that could not be written, since their database is lost
     */
    List<IndexRow> write(List<IndexRow> rows) {
        List<IndexRow> lost = new ArrayList<>();
        byDatabase(rows).forEach((database, its) -> {
            try {
                outages.reach(database, () -> change(mapper -> insert(mapper, its)));
            } catch (DatabaseLostException e) {
                lost.addAll(its); // an order is worth more than its row, which the repair adds
            }
        });
        return lost;
    }

    /**
     * Deletes some rows and adds others, database by database, as {@link #write} does.
     *
     * @throws DatabaseLostException if a database is lost; what was changed in others before it stays
     */
    void replace(List<IndexRow> wrong, List<IndexRow> missing) {
        byDatabase(wrong)
                .forEach((database, its) ->
                        outages.reach(database, () -> change(mapper -> its.forEach(mapper::delete))));
        byDatabase(missing)
                .forEach((database, its) -> outages.reach(database, () -> change(mapper -> insert(mapper, its))));
    }

    private static Map<Integer, List<IndexRow>> byDatabase(List<IndexRow> rows) {
        return rows.stream().collect(Collectors.groupingBy(IndexRow::database, TreeMap::new, Collectors.toList()));
    }

    private static void insert(IndexMapper mapper, List<IndexRow> rows) {
        for (int from = 0; from < rows.size(); from += ROWS_PER_STATEMENT) {
            mapper.insert(rows.subList(from, Math.min(from + ROWS_PER_STATEMENT, rows.size())));
        }
    }

    private void change(Consumer<IndexMapper> statements) {
        try (SqlSession session = sessions.openSession()) {
            statements.accept(session.getMapper(IndexMapper.class));
            session.commit();
        }
    }

    /** The ids of a merchant's orders, the newest first; from one database. */
    List<Long> ordersOf(long merchantId) {
        return read(mapper -> mapper.ordersOf(merchantId));
    }

    <T extends @Nullable Object> T read(Function<IndexMapper, T> query) {
        try (SqlSession session = sessions.openSession()) {
            return query.apply(session.getMapper(IndexMapper.class));
        }
    }
}
