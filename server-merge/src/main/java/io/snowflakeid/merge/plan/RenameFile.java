package io.snowflakeid.merge.plan;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.SequenceWriter;
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
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A CSV file with the old and new names of rows. The writer adds an apostrophe to each text that a spreadsheet could evaluate as a formula. The
 * method {@link #read} removes the apostrophes that the writer has added.
 */
public record RenameFile(Path path) {

    /** Initial characters before which the writer adds an apostrophe. Some spreadsheets evaluate cells that begin with a full-width equals sign. */
    private static final String MARKED = "'=+-@\t\r\n\uff1d\uff0b\uff0d\uff20";

    private static final CsvMapper CSV = new CsvMapper();

    private static final CsvSchema SCHEMA =
            CSV.schemaFor(Rename.class).withHeader().withColumnReordering(false);

    /** A pattern for the end of a file name, with table, column and optional rule number. */
    private static final String NAME = "\\.renames\\.[A-Za-z0-9_]+\\.[A-Za-z0-9_]+(-\\d+)?\\.csv";

    public static RenameFile of(Path plan, UniquePlan rule) {
        String column = rule.columns().get(0);
        boolean plain = (rule.table() + column).matches("[a-z0-9_]+");
        String name = "%s.renames.%s.%s%s.csv"
                .formatted(plan.getFileName(), safe(rule.table()), safe(column), plain ? "" : "-" + rule.number());
        return new RenameFile(plan.resolveSibling(name));
    }

    private static String safe(String name) {
        return name.replaceAll("[^A-Za-z0-9_]", "_");
    }

    /**
     * Returns true if a file name is valid for a list of new names. A name with a folder is invalid, because an attacker's plan could then read other
     * files.
     */
    static boolean mayBe(String name) {
        return name.matches("[^/\\\\]+" + NAME);
    }

    /** Deletes lists of new names that belong to an older plan at the same path. */
    public static void deleteOthers(Path path, MergePlan plan) throws IOException {
        Pattern lists = Pattern.compile(Pattern.quote(path.getFileName().toString()) + NAME);
        try (Stream<Path> files = Files.list(path.toAbsolutePath().getParent())) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (lists.matcher(name).matches()
                        && plan.uniques().stream().noneMatch(rule -> name.equals(rule.renamesFile()))) {
                    Files.delete(file);
                }
            }
        }
    }

    /** A new name for a row of a source. The row's key is a JSON array of texts. */
    public record Rename(String alias, String key, String before, String after) {

        public Rename to(String name) {
            return new Rename(alias, key, before, name);
        }

        public Rename marked() {
            return each(text -> !text.isEmpty() && MARKED.indexOf(text.charAt(0)) >= 0 ? "'" + text : text);
        }

        private Rename unmarked() {
            return each(text -> text.length() > 1 && text.charAt(0) == '\'' ? text.substring(1) : text);
        }

        private Rename each(UnaryOperator<String> change) {
            return new Rename(change.apply(alias), change.apply(key), change.apply(before), change.apply(after));
        }
    }

    @FunctionalInterface
    public interface Reader {
        void read(Rename rename) throws SQLException;
    }

    /** Opens a writer for new names. The caller must apply {@link Rename#marked} to each new name, and close the writer. */
    public SequenceWriter writer() throws IOException {
        return CSV.writerFor(Rename.class).with(SCHEMA).writeValues(PrivateFile.writer(path));
    }

    public void read(Reader reader) throws SQLException {
        try (MappingIterator<Rename> renames = CSV.readerFor(Rename.class)
                .with(SCHEMA)
                .readValues(Files.newBufferedReader(path, StandardCharsets.UTF_8))) {
            while (renames.hasNextValue()) {
                reader.read(renames.nextValue().unmarked());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path + ": " + e.getMessage(), e);
        }
    }

    public String hash() throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            return PlanFile.sha256(in);
        }
    }
}
