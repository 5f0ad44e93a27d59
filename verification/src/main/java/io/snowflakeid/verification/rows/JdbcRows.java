package io.snowflakeid.verification.rows;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import javax.sql.DataSource;
import org.hibernate.id.uuid.UuidVersion7Strategy;
import org.hibernate.type.descriptor.java.UUIDJavaType.ToBytesTransformer;

record JdbcRows(DataSource database) implements Work.Source {

    private interface IdBinder {
        void bind(PreparedStatement statement) throws SQLException;
    }

    @Override
    public Work of(Ids ids) {
        String columns = " (name, level, gold, id) VALUES (?, ?, ?, ?)";
        return switch (ids) {
            case PRESET -> insert(ids, columns, insert -> insert.setLong(4, Ids.nextPreset()));
            case SNOWFLAKEID -> insert(ids, columns, insert -> insert.setLong(4, Ids.Ours.IDS.nextId()));
            case HYPERSISTENCE ->
                insert(
                        ids,
                        columns,
                        insert -> insert.setLong(4, Ids.TSIDS.generate().toLong()));
            case UUID4 -> insert(ids, columns, insert -> bind(insert, UUID.randomUUID()));
            case UUID7 ->
                insert(ids, columns, insert -> bind(insert, UuidVersion7Strategy.INSTANCE.generateUuid(null)));
            default -> insert(ids, " (name, level, gold) VALUES (?, ?, ?)", insert -> {});
        };
    }

    private static void bind(PreparedStatement insert, UUID id) throws SQLException {
        insert.setBytes(4, ToBytesTransformer.INSTANCE.transform(id));
    }

    private Work insert(Ids ids, String columns, IdBinder binder) {
        String sql = "INSERT INTO " + ids.table() + columns;
        int keys = ids == Ids.IDENTITY ? Statement.RETURN_GENERATED_KEYS : Statement.NO_GENERATED_KEYS;
        return () -> {
            try (Connection connection = database.getConnection()) {
                connection.setAutoCommit(false);
                try (PreparedStatement insert = connection.prepareStatement(sql, keys)) {
                    for (int i = 0; i < Work.ROWS; i++) {
                        insert.setString(1, "Ann of the hill");
                        insert.setInt(2, 3);
                        insert.setLong(3, 1_200_000);
                        binder.bind(insert);
                        insert.addBatch();
                    }
                    insert.executeBatch();
                    if (keys == Statement.RETURN_GENERATED_KEYS) {
                        insert.getGeneratedKeys().close();
                    }
                }
                connection.commit();
            }
        };
    }
}
