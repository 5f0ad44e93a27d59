package io.snowflakeid.merge.plan;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializerBase;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.snowflakeid.commandline.PrivateFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Old and new names, as CSV with a header, for customer service and for the run. A spreadsheet takes a text that begins with {@code =}
 * and some other characters for a formula: an apostrophe is put before such a text, and before one that begins with an apostrophe, so that reading takes it
 * away again.
 *
 * @param path where it lies
 */
public record RenameFile(Path path) {

    /** Also the wide forms, which some spreadsheets read alike. */
    private static final String MARKED = "'=+-@\t\r\n\uff1d\uff0b\uff0d\uff20";

    private static final CsvMapper CSV = CsvMapper.builder()
            .addModule(new SimpleModule().addSerializer(String.class, new MarkedText()))
            .build();

    private static final CsvSchema SCHEMA =
            CSV.schemaFor(Rename.class).withHeader().withColumnReordering(false);

    /** A new name of a source's row, whose key is a JSON array of texts. */
    public record Rename(String alias, String key, String before, String after) {}

    private static final class MarkedText extends ToStringSerializerBase {
        private static final long serialVersionUID = 1L;

        MarkedText() {
            super(String.class);
        }

        @Override
        public String valueToString(Object value) {
            String text = value.toString();
            return !text.isEmpty() && MARKED.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        }
    }

    private static String unmarked(String text) {
        return text.length() > 1 && text.charAt(0) == '\'' ? text.substring(1) : text;
    }

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
        try (MappingIterator<Rename> renames = open()) {
            while (renames.hasNextValue()) {
                reader.read(next(renames));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path + ": " + e.getMessage(), e);
        }
    }

    /** The first names, at most so many. */
    public List<Rename> first(int most) throws IOException {
        List<Rename> first = new ArrayList<>();
        try (MappingIterator<Rename> renames = open()) {
            while (first.size() < most && renames.hasNextValue()) {
                first.add(next(renames));
            }
        }
        return first;
    }

    private MappingIterator<Rename> open() throws IOException {
        return CSV.readerFor(Rename.class)
                .with(SCHEMA)
                .readValues(Files.newBufferedReader(path, StandardCharsets.UTF_8));
    }

    private static Rename next(MappingIterator<Rename> renames) throws IOException {
        Rename marked = renames.nextValue();
        return new Rename(
                unmarked(marked.alias()), unmarked(marked.key()), unmarked(marked.before()), unmarked(marked.after()));
    }

    /** SHA-256 of the file. */
    public String hash() throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            return PlanFile.sha256(in);
        }
    }
}
