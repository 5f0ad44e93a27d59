package io.snowflakeid.merge.plan;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.snowflakeid.merge.output.PrivateFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Old and new names, as CSV with a header, for customer service and for the run.
 *
 * @param path where it lies
 */
public record RenameFile(Path path) {

    private static final CsvMapper CSV = SpreadsheetText.csv();
    private static final CsvSchema SCHEMA =
            CSV.schemaFor(Rename.class).withHeader().withColumnReordering(false);

    /**
     * A new name.
     *
     * @param alias the source's
     * @param key the row's key, as a JSON array of texts
     * @param before the old name
     * @param after the new one
     */
    public record Rename(String alias, String key, String before, String after) {}

    /** Takes one name after the other. */
    @FunctionalInterface
    public interface Reader {
        /** Is told the next one. */
        void read(Rename rename) throws SQLException;
    }

    /** Writes names one after the other, to be closed at the end. */
    public SequenceWriter writer() throws IOException {
        return CSV.writerFor(Rename.class).with(SCHEMA).writeValues(PrivateFile.writer(path));
    }

    /** Reads all names in their order. */
    public void read(Reader reader) throws SQLException {
        ObjectReader csv = CSV.readerFor(Rename.class).with(SCHEMA);
        try (MappingIterator<Rename> renames = csv.readValues(Files.newBufferedReader(path, StandardCharsets.UTF_8))) {
            while (renames.hasNextValue()) {
                reader.read(renames.nextValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path + ": " + e.getMessage(), e);
        }
    }

    /** The first names, at most so many. */
    public List<Rename> first(int most) throws IOException {
        ObjectReader csv = CSV.readerFor(Rename.class).with(SCHEMA);
        List<Rename> first = new ArrayList<>();
        try (MappingIterator<Rename> renames = csv.readValues(Files.newBufferedReader(path, StandardCharsets.UTF_8))) {
            while (first.size() < most && renames.hasNextValue()) {
                first.add(renames.nextValue());
            }
        }
        return first;
    }

    /** SHA-256 of the file. */
    public String hash() throws IOException {
        MessageDigest digest = PlanFile.sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(path), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
