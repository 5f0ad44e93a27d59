package io.snowflakeid.mybatis;

import java.util.List;

/**
 * What an insert has for us.
 *
 * @param rows take an id, or have one already
 * @param maps are rows if the SQL binds their key, which is known only once it was built
 * @param key what the statement's keyProperty means here
 */
record FoundRows(List<Row> rows, List<Row> maps, KeyTarget key) {

    /** True if the statement's key generator would write the id of one of the rows. */
    boolean keyGeneratorWouldWrite(List<Row> these) {
        for (Row row : these) {
            if (key.properties().isEmpty() || key.names(row.id().name())) {
                return true;
            }
        }
        return false;
    }
}
