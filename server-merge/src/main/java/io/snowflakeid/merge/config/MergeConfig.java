package io.snowflakeid.merge.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A whole {@code merge.yaml}.
 *
 * @param server where all databases lie
 * @param sources the databases to merge, by alias; the first is the main server: its ids stay, and its definitions are the target's
 * @param target the new database
 * @param tables what becomes of tables, by name or by a pattern with {@code *}; the first that fits counts. Others are united
 * @param references columns that hold ids of other tables without saying so in a foreign key
 * @param unique what becomes of values that clash
 * @param execution how much at once
 * @param fingerprint how a change of a source is noticed
 * @param triggers what becomes of the main server's triggers
 * @param views what becomes of the main server's views
 * @param accept errors and warnings of the plan that the operator has looked at and takes responsibility for
 * @param lines where all of this stands
 */
public record MergeConfig(
        @Key(missing = "write a mapping with url and user") ServerConfig server,

        @Key(missing = "write a line 'alias: database' for each, the main server first")
        Map<String, String> sources,

        @Key(missing = "name the new database") String target,
        Map<String, TableConfig> tables,
        List<ReferenceConfig> references,
        List<UniqueConfig> unique,
        ExecutionConfig execution,
        @Key(otherwise = "counts") Fingerprint fingerprint,
        @Key(otherwise = "after-load") StoredObjects triggers,
        @Key(otherwise = "after-load") StoredObjects views,
        List<AcceptedFinding> accept,
        ConfigLines lines) {

    private static final int FEWEST_SOURCES = 2;
    private static final int LONGEST_DATABASE_NAME = 64;
    private static final Pattern ALIAS = Pattern.compile("[A-Za-z0-9_-]{1,32}");

    /** Refuses what does not fit together. */
    public MergeConfig {
        sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
        references = List.copyOf(references);
        unique = List.copyOf(unique);
        accept = List.copyOf(accept);
        Checks checks = new Checks();
        checkSources(checks, sources);
        checkTarget(checks, sources, target);
        checkTables(checks, List.copyOf(tables.keySet()));
        checkReferences(checks, references);
        checkUnique(checks, unique, sources.keySet());
        checks.refuseIfAny();
    }

    private static void checkSources(Checks checks, Map<String, String> sources) {
        checks.unless(
                sources.size() >= FEWEST_SOURCES,
                "sources",
                "has " + sources.size() + ", but a merge needs at least 2: write a line 'alias: database' for each");
        Map<String, String> aliases = new HashMap<>();
        Map<String, String> databases = new HashMap<>();
        sources.forEach((alias, database) -> {
            List<String> path = List.of("sources", alias);
            if (!ALIAS.matcher(alias).matches()) {
                checks.fault(path, "is no alias: take 1 to 32 letters, digits, '_' and '-'");
            }
            String sameAlias = aliases.putIfAbsent(alias.toLowerCase(Locale.ROOT), alias);
            if (sameAlias != null) {
                checks.fault(path, "differs from " + sameAlias + " by its case alone: take another alias");
            }
            databaseFault(database).ifPresent(fault -> checks.fault(path, fault));
            String sameDatabase = databases.putIfAbsent(database.toLowerCase(Locale.ROOT), alias);
            if (sameDatabase != null) {
                checks.fault(
                        path,
                        "is " + Shown.value(database) + ", which is " + sameDatabase
                                + " already: a database is merged once");
            }
        });
    }

    private static void checkTarget(Checks checks, Map<String, String> sources, String target) {
        databaseFault(target).ifPresent(fault -> checks.fault("target", fault));
        sources.forEach((alias, database) -> {
            if (database.equalsIgnoreCase(target)) {
                checks.fault(
                        "target",
                        "is " + Shown.value(target) + ", which is the source " + alias
                                + ": name a new database, sources stay as they are");
            }
        });
    }

    private static Optional<String> databaseFault(String name) {
        if (name.isBlank() || !name.equals(name.strip())) {
            return Optional.of(
                    "is " + Shown.value(name) + ", but must be the name of a database, without blanks around it");
        }
        return name.codePointCount(0, name.length()) <= LONGEST_DATABASE_NAME
                ? Optional.empty()
                : Optional.of("is " + Shown.value(name) + ", but a database has at most 64 characters in its name");
    }

    /** The first that fits counts, so one behind a wider one would never count. */
    private static void checkTables(Checks checks, List<String> patterns) {
        for (int i = 0; i < patterns.size(); i++) {
            String pattern = patterns.get(i);
            List<String> path = List.of("tables", pattern);
            if (pattern.isBlank()) {
                checks.fault(path, "is no table: write a name or a pattern with *");
            }
            patterns.subList(0, i).stream()
                    .filter(earlier -> covers(earlier, pattern))
                    .findFirst()
                    .ifPresent(earlier -> checks.fault(
                            path, "never counts, since " + Shown.value(earlier) + " stands before it: put it first"));
        }
    }

    /** Also where the narrower one is a pattern: a * takes a * like any other letter. */
    private static boolean covers(String wide, String narrow) {
        String regex = Stream.of(wide.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return Pattern.compile(regex, Pattern.DOTALL).matcher(narrow).matches();
    }

    private static void checkReferences(Checks checks, List<ReferenceConfig> references) {
        List<List<Object>> seen = new ArrayList<>();
        for (int i = 0; i < references.size(); i++) {
            ReferenceConfig reference = references.get(i);
            List<Object> sides = List.of(
                    reference.table(),
                    reference.columns(),
                    reference.parentTable(),
                    reference.parentColumns(),
                    Optional.ofNullable(reference.when()));
            if (seen.contains(sides)) {
                checks.fault(
                        List.of("references", "[" + i + "]"),
                        "is the same as references[" + seen.indexOf(sides) + "]: keep one");
            }
            seen.add(sides);
        }
    }

    private static void checkUnique(Checks checks, List<UniqueConfig> unique, Set<String> aliases) {
        List<List<Object>> seen = new ArrayList<>();
        for (int i = 0; i < unique.size(); i++) {
            UniqueConfig key = unique.get(i);
            List<String> path = List.of("unique", "[" + i + "]");
            List<Object> columns = List.of(key.table(), key.columns());
            if (seen.contains(columns)) {
                checks.fault(path, "has the same key as unique[" + seen.indexOf(columns) + "]: keep one");
            }
            seen.add(columns);
            Integer maxLength = key.onClash() == UniqueConfig.OnClash.RENAME ? key.maxLength() : null;
            aliases.stream()
                    .filter(alias -> maxLength != null && key.lengthBesidesName(alias) >= maxLength)
                    .findFirst()
                    .ifPresent(alias -> checks.fault(
                            path,
                            "has max-length " + maxLength + ", but the pattern takes " + key.lengthBesidesName(alias)
                                    + " characters beside the name for " + alias
                                    + ", which leaves none for it: shorten the pattern or the alias"));
        }
    }

    /** How a change of a source is noticed. */
    public enum Fingerprint {
        /** Definitions, row counts, greatest keys, and the time of the last write where the server knows it. */
        COUNTS,
        /** The same, and a checksum of every row. */
        CHECKSUMS
    }

    /** What becomes of triggers or views of the main server. */
    public enum StoredObjects {
        /** They are created when all rows are there, so that they add none. */
        AFTER_LOAD,
        /** The target has none. */
        LEAVE_OUT,
        /** A plan with any is refused. */
        REFUSE
    }

    /**
     * An error or a warning that is let pass.
     *
     * @param code the finding's code
     * @param subject the finding's subject, or a pattern with {@code *}
     * @param because the operator's reason, which the report shows
     */
    public record AcceptedFinding(
            @Key(missing = "copy the finding's code from the plan")
            String code,

            @Key(missing = "copy the finding's subject from the plan, or write a pattern with *")
            String subject,

            @Key(missing = "write down why this error may pass")
            String because) {

        private static final Pattern CODE = Pattern.compile("[A-Z][A-Z0-9_]*");

        /** Refuses what is empty. */
        public AcceptedFinding {
            new Checks()
                    .unless(
                            CODE.matcher(code).matches(),
                            "code",
                            "is " + Shown.value(code)
                                    + ", but must be a code as the plan prints it, such as SCHEMA_COLUMN_DEFAULT")
                    .notBlank("subject", subject)
                    .unless(
                            !because.isBlank(),
                            "because",
                            "is empty: write down why this error may pass, the report shows it")
                    .refuseIfAny();
        }
    }
}
