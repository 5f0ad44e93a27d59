package io.snowflakeid.merge.plan;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.snowflakeid.merge.output.PrivateFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Who owns what several servers' players own, as CSV with a header, for customer service.
 *
 * @param path where it lies
 */
public record OwnerFile(Path path) {

    private static final CsvMapper CSV = SpreadsheetText.csv();
    private static final CsvSchema SCHEMA =
            CSV.schemaFor(Owner.class).withHeader().withColumnReordering(false);

    /**
     * An owner.
     *
     * @param table of what is owned
     * @param id of what is owned
     * @param column that names the owner
     * @param alias the source's
     * @param owner the owner's id there
     */
    @JsonPropertyOrder({"table", "id", "column", "alias", "owner"})
    public record Owner(String table, String id, String column, String alias, String owner) {}

    /** Writes owners one after the other, to be closed at the end. */
    public SequenceWriter writer() throws IOException {
        return CSV.writerFor(Owner.class).with(SCHEMA).writeValues(PrivateFile.writer(path));
    }
}
