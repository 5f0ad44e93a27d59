package io.snowflakeid.merge.config;

import io.snowflakeid.merge.config.ColumnNames.Arrow;
import io.snowflakeid.merge.config.MergeConfig.AcceptedFinding;
import io.snowflakeid.merge.config.MergeConfig.Fingerprint;
import io.snowflakeid.merge.config.MergeConfig.StoredObjects;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.config.TableConfig.IdRange;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.config.UniqueConfig.Follower;
import io.snowflakeid.merge.config.UniqueConfig.LeftReferences;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.config.UniqueConfig.Side;
import io.snowflakeid.merge.config.YamlNode.Scalar;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code merge.yaml}. What it may hold is described by {@link ConfigSchema}.
 *
 * <p>Nothing is repaired and nothing is skipped: a key that is not known, or a value that cannot be meant, is an error with its line and
 * column, and all errors of a file are told at once.
 */
public final class ConfigReader {

    static final List<String> TOP_KEYS = List.of(
            "server",
            "sources",
            "target",
            "fingerprint",
            "triggers",
            "views",
            "execution",
            "tables",
            "references",
            "unique",
            "accept");
    static final List<String> SERVER_KEYS = List.of("url", "user", "password-env", "password-file");
    static final List<String> EXECUTION_KEYS = List.of("writers", "chunk-rows", "keyless-rows", "retry-seconds");
    static final List<String> TABLE_KEYS = List.of("class", "ids", "where", "id-range", "reserved");
    static final List<String> REFERENCE_KEYS = List.of("from", "to", "none", "when", "orphans", "when-left-out");
    static final List<String> UNIQUE_KEYS =
            List.of("key", "none", "on-clash", "pattern", "side", "max-length", "followed-by", "references");
    static final List<String> FOLLOWER_KEYS = List.of("column", "when");
    static final List<String> ACCEPT_KEYS = List.of("code", "subject", "because");

    private static final Map<String, String> SERVER_KEYS_REFUSED = Map.of(
            "password",
            "is not taken from this file, which is copied and shown: name an environment variable by password-env, or a file by"
                    + " password-file");

    /** So that the rest of a file is checked although its server is wrong. */
    private static final ServerConfig ANY_SERVER = new ServerConfig("jdbc:h2:mem:", null, null, null);

    private final Path folder;
    private final Problems problems;

    private ConfigReader(Path folder, Problems problems) {
        this.folder = folder;
        this.problems = problems;
    }

    /**
     * Reads a file.
     *
     * @throws ConfigException if it cannot be read, or anything in it is wrong
     */
    public static MergeConfig read(Path file) {
        Path folder = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), file.toAbsolutePath());
        return read(file.toString(), text(file), folder);
    }

    private static String text(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new ConfigException(List.of(file + " is not there, or is no file: name the configuration to read"));
        }
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new ConfigException(List.of(file + " is not in UTF-8: save it so"));
        } catch (IOException e) {
            throw new ConfigException(List.of(file + " cannot be read: " + e));
        }
    }

    /**
     * Reads a text.
     *
     * @param name how errors call it
     * @param folder where files that it names are looked for
     */
    static MergeConfig read(String name, String text, Path folder) {
        Problems problems = new Problems(name);
        YamlNode file = YamlFile.read(text, problems);
        MergeConfig config = problems.none()
                ? new ConfigReader(folder, problems).config(file, ConfigLines.of(fileName(name), file))
                : null;
        if (config == null || !problems.none()) {
            throw problems.asException();
        }
        return config;
    }

    private static String fileName(String name) {
        return String.valueOf(Path.of(name).getFileName());
    }

    private @Nullable MergeConfig config(YamlNode file, ConfigLines lines) {
        Section top = Section.of(file, List.of(), TOP_KEYS, problems);
        if (top == null) {
            return null;
        }
        ServerConfig server = server(top);
        Map<String, String> sources = sources(top);
        String target = top.requiredText("target", "name the new database");
        Map<String, TableConfig> tables = tables(top);
        List<ReferenceConfig> references = top.each("references", this::reference);
        List<UniqueConfig> unique = top.each("unique", this::unique);
        ExecutionConfig execution = execution(top);
        Fingerprint fingerprint = top.choice("fingerprint", Fingerprint.class, Fingerprint.COUNTS);
        StoredObjects triggers = top.choice("triggers", StoredObjects.class, StoredObjects.AFTER_LOAD);
        StoredObjects views = top.choice("views", StoredObjects.class, StoredObjects.AFTER_LOAD);
        List<AcceptedFinding> accept = top.each("accept", this::accepted);
        // with one left out, the others would be told by a wrong number
        boolean whole = problems.none();
        return top.makeAnyway(() -> new MergeConfig(
                Objects.requireNonNullElse(server, ANY_SERVER),
                sources,
                target,
                tables,
                whole ? references : List.of(),
                whole ? unique : List.of(),
                execution,
                fingerprint,
                triggers,
                views,
                accept,
                lines));
    }

    private @Nullable ServerConfig server(Section top) {
        if (!top.has("server")) {
            top.missing("server", "write a mapping with url and user");
            return null;
        }
        Section server = top.section("server", SERVER_KEYS, SERVER_KEYS_REFUSED);
        if (server == null) {
            return null;
        }
        String url = server.requiredText("url", "write where the databases lie, such as jdbc:mysql://127.0.0.1:3306/");
        String user = server.text("user");
        String passwordEnv = server.text("password-env");
        Path passwordFile = server.parsed("password-file", this::inFolder);
        return server.make(() -> new ServerConfig(url, user, passwordEnv, passwordFile));
    }

    private Path inFolder(String file) {
        if (file.isBlank()) {
            throw new IllegalArgumentException("is empty: name the file, or leave the key out");
        }
        return folder.resolve(file).normalize();
    }

    private Map<String, String> sources(Section top) {
        if (!top.has("sources")) {
            top.missing("sources", "write a line 'alias: database' for each, the main server first");
        }
        Map<String, String> databases = new LinkedHashMap<>();
        Section sources = top.sectionOfNames("sources");
        if (sources != null) {
            for (String alias : sources.keys()) {
                databases.put(alias, sources.requiredText(alias, ""));
            }
        }
        return databases;
    }

    private Map<String, TableConfig> tables(Section top) {
        Map<String, TableConfig> read = new LinkedHashMap<>();
        Section tables = top.sectionOfNames("tables");
        if (tables != null) {
            for (String name : tables.keys()) {
                TableConfig table = table(tables.section(name, TABLE_KEYS, RemovedKeys.OF_TABLE));
                if (table != null) {
                    read.put(name, table);
                }
            }
        }
        return read;
    }

    private static @Nullable TableConfig table(@Nullable Section table) {
        if (table == null) {
            return null;
        }
        TableClass tableClass = table.choice("class", TableClass.class, TableClass.UNION, RemovedKeys.CLASSES);
        IdPolicy ids = table.choice("ids", IdPolicy.class, IdPolicy.AUTO);
        String where = table.text("where");
        IdRange idRange = table.parsed("id-range", WholeNumber::parseRange);
        List<IdRange> reserved = table.parsedItems("reserved", WholeNumber::parseRange);
        return table.make(() -> new TableConfig(tableClass, ids, where, idRange, reserved));
    }

    private Optional<ReferenceConfig> reference(YamlNode item, List<String> path) {
        return Optional.ofNullable(
                item instanceof Scalar scalar
                        ? ofShortForm(scalar, path, ConfigReader::shortReference)
                        : longReference(Section.of(item, path, REFERENCE_KEYS, problems)));
    }

    /** What a text stands for that is written in the place of a mapping, or null if it is wrong. */
    private <T> @Nullable T ofShortForm(Scalar scalar, List<String> path, Function<String, T> grammar) {
        String told = Shown.path(path) + " " + Shown.value(scalar.text()) + " ";
        try {
            return grammar.apply(scalar.text());
        } catch (WrongSettings e) {
            e.faults()
                    .forEach(fault -> problems.add(
                            scalar.place(), told + "is wrong: " + Shown.path(fault.path()) + " " + fault.what()));
        } catch (IllegalArgumentException e) {
            problems.add(scalar.place(), told + e.getMessage());
        }
        return null;
    }

    private static ReferenceConfig shortReference(String text) {
        Arrow arrow = ColumnNames.parseArrow(text);
        return reference(arrow.from(), arrow.to(), null, List.of(), Orphans.FAIL, null);
    }

    private static @Nullable ReferenceConfig longReference(@Nullable Section item) {
        if (item == null) {
            return null;
        }
        ColumnNames from = columns(item, "from");
        ColumnNames to = columns(item, "to");
        String when = item.text("when");
        List<Long> none = item.parsedItems("none", WholeNumber::parse);
        Orphans orphans = item.choice("orphans", Orphans.class, Orphans.FAIL);
        WhenLeftOut whenLeftOut =
                item.has("when-left-out") ? item.choice("when-left-out", WhenLeftOut.class, WhenLeftOut.DROP) : null;
        return from == null || to == null
                ? null
                : item.make(() -> reference(from, to, when, none, orphans, whenLeftOut));
    }

    private static ReferenceConfig reference(
            ColumnNames from,
            ColumnNames to,
            @Nullable String when,
            List<Long> none,
            Orphans orphans,
            @Nullable WhenLeftOut whenLeftOut) {
        return new ReferenceConfig(
                from.table(), from.columns(), to.table(), to.columns(), when, none, orphans, whenLeftOut);
    }

    private static @Nullable ColumnNames columns(Section section, String key) {
        if (!section.has(key)) {
            section.missing(key, "write " + ColumnNames.FORMS);
        }
        return section.parsed(key, ColumnNames::parse);
    }

    private Optional<UniqueConfig> unique(YamlNode item, List<String> path) {
        Section section = Section.of(item, path, UNIQUE_KEYS, problems);
        return Optional.ofNullable(section == null ? null : unique(section));
    }

    private @Nullable UniqueConfig unique(Section item) {
        ColumnNames key = columns(item, "key");
        List<String> none = item.parsedItems("none", value -> value);
        OnClash onClash = item.choice("on-clash", OnClash.class, OnClash.FAIL);
        String pattern = item.text("pattern");
        Side side = item.choice("side", Side.class, Side.LATER);
        Integer maxLength = item.parsed("max-length", WholeNumber::parseSmall);
        List<Follower> followers = item.each("followed-by", this::follower);
        LeftReferences references =
                item.has("references") ? item.choice("references", LeftReferences.class, LeftReferences.FOLLOW) : null;
        for (String renameKey : List.of("pattern", "side")) {
            if (item.has(renameKey) && onClash != OnClash.RENAME) {
                item.wrong(renameKey, UniqueConfig.onlyForRename(onClash));
            }
        }
        if (key == null) {
            return null;
        }
        return item.make(() -> new UniqueConfig(
                key.table(),
                key.columns(),
                none,
                onClash,
                Objects.requireNonNullElse(pattern, UniqueConfig.PATTERN),
                side,
                maxLength,
                followers,
                references));
    }

    private Optional<Follower> follower(YamlNode item, List<String> path) {
        return Optional.ofNullable(
                item instanceof Scalar scalar
                        ? ofShortForm(scalar, path, text -> follower(ColumnNames.parse(text), null))
                        : longFollower(Section.of(item, path, FOLLOWER_KEYS, problems)));
    }

    private static @Nullable Follower longFollower(@Nullable Section item) {
        if (item == null) {
            return null;
        }
        ColumnNames column = columns(item, "column");
        String when = item.text("when");
        return column == null ? null : item.make(() -> follower(column, when));
    }

    private static Follower follower(ColumnNames names, @Nullable String when) {
        if (names.columns().size() != 1) {
            new Checks()
                    .fault("column", "has " + names.columns().size() + " columns, but a name stands in one")
                    .refuseIfAny();
        }
        return new Follower(names.table(), names.columns().get(0), when);
    }

    private static ExecutionConfig execution(Section top) {
        ExecutionConfig usual = ExecutionConfig.DEFAULT;
        Section execution = top.section("execution", EXECUTION_KEYS);
        if (execution == null) {
            return usual;
        }
        int writers = execution.smallNumber("writers", usual.writers());
        int chunkRows = execution.smallNumber("chunk-rows", usual.chunkRows());
        long keylessRows = execution.number("keyless-rows", usual.keylessRows());
        int retrySeconds = execution.smallNumber("retry-seconds", usual.retrySeconds());
        return Objects.requireNonNullElse(
                execution.make(() -> new ExecutionConfig(writers, chunkRows, keylessRows, retrySeconds)), usual);
    }

    private Optional<AcceptedFinding> accepted(YamlNode item, List<String> path) {
        Section section = Section.of(item, path, ACCEPT_KEYS, problems);
        return Optional.ofNullable(section == null ? null : accepted(section));
    }

    private static @Nullable AcceptedFinding accepted(Section item) {
        String code = item.requiredText("code", "copy the finding's code from the plan");
        String subject =
                item.requiredText("subject", "copy the finding's subject from the plan, or write a pattern with *");
        String because = item.requiredText("because", "write down why this error may pass");
        return item.make(() -> new AcceptedFinding(code, subject, because));
    }
}
