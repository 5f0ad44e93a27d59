package io.snowflakeid.column;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What PostgreSQL and H2 have in common, since both keep to the SQL standard's information schema. */
final class StandardFilling {

    private StandardFilling() {}

    static Filling of(ResultSet row) throws SQLException {
        if ("YES".equals(row.getString("is_identity"))) {
            boolean always = "ALWAYS".equals(row.getString("identity_generation"));
            return Filling.of(always ? Filling.Kind.IDENTITY_ALWAYS : Filling.Kind.IDENTITY);
        }
        if ("ALWAYS".equals(row.getString("is_generated"))) {
            return Filling.of(Filling.Kind.COMPUTED);
        }
        String preset = row.getString("column_default");
        boolean none = preset == null || preset.toUpperCase(Locale.ROOT).matches("NULL(::.*)?");
        return none ? Filling.of(Filling.Kind.NOTHING) : Filling.ofDefault(preset);
    }

    /** Length, or digits and scale, as they stand behind a type's name. */
    static String size(ColumnType type) {
        if (type instanceof ColumnType.Text text && text.length() != ColumnType.UNLIMITED) {
            return "(" + text.length() + ")";
        }
        if (type instanceof ColumnType.Decimal decimal && decimal.digits() != ColumnType.UNLIMITED) {
            return "(" + decimal.digits() + "," + decimal.scale() + ")";
        }
        return "";
    }

    static @Nullable String toStop(Address address, ColumnFacts column) {
        String alter = "ALTER TABLE " + address.table() + " ALTER COLUMN " + address.column();
        return switch (column.filling().kind()) {
            case IDENTITY, IDENTITY_ALWAYS -> alter + " DROP IDENTITY";
            case EXPRESSION, CONSTANT -> alter + " DROP DEFAULT";
            case NOTHING, AUTO_INCREMENT, COMPUTED -> null;
        };
    }
}
