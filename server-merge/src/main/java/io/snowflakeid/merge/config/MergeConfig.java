package io.snowflakeid.merge.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A whole {@code merge.yaml}. */
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
        checkTwins(
                checks,
                "references",
                "is the same as",
                references.stream()
                        .map(each -> each.from() + " -> " + each.to() + " when " + each.when())
                        .toList());
        checkTwins(
                checks,
                "unique",
                "has the same key as",
                unique.stream().map(each -> each.key().toString()).toList());
        checkRoom(checks, unique, sources.keySet());
        checks.refuseIfAny();
    }

    private static void checkSources(Checks checks, Map<String, String> sources) {
        checks.unless(
                sources.size() >= 2,
                "sources",
                "has " + sources.size() + ", but a merge needs at least 2: write a line 'alias: database' for each");
        Map<String, String> aliases = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Map<String, String> databases = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        sources.forEach((alias, database) -> {
            List<String> path = List.of("sources", alias);
            String sameAlias = aliases.putIfAbsent(alias, alias);
            String sameDatabase = databases.putIfAbsent(database, alias);
            checks.unless(
                            ALIAS.matcher(alias).matches(),
                            path,
                            "is no alias: take 1 to 32 letters, digits, '_' and '-'")
                    .unless(
                            sameAlias == null,
                            path,
                            "differs from " + sameAlias + " by its case alone: take another alias");
            checkDatabase(checks, path, database);
            checks.unless(
                    sameDatabase == null,
                    path,
                    "is " + YamlNode.shown(database) + ", which is " + sameDatabase
                            + " already: a database is merged once");
        });
    }

    private static void checkTarget(Checks checks, Map<String, String> sources, String target) {
        checkDatabase(checks, List.of("target"), target);
        sources.forEach((alias, database) -> checks.unless(
                !database.equalsIgnoreCase(target),
                "target",
                "is " + YamlNode.shown(target) + ", which is the source " + alias
                        + ": name a new database, sources stay as they are"));
    }

    private static void checkDatabase(Checks checks, List<String> path, String name) {
        String seen = "is " + YamlNode.shown(name) + ", but ";
        checks.unless(name.length() <= 64, path, seen + "a database has at most 64 characters in its name")
                .unless(
                        !name.isBlank() && name.equals(name.strip()),
                        path,
                        seen + "must be the name of a database, without blanks around it");
    }

    /** The first that fits counts, so one behind a wider one would never count. */
    private static void checkTables(Checks checks, List<String> patterns) {
        for (String pattern : patterns) {
            String first = patterns.stream()
                    .filter(each -> covers(each, pattern))
                    .findFirst()
                    .orElse(pattern);
            checks.unless(
                    first.equals(pattern),
                    List.of("tables", pattern),
                    "never counts, since " + YamlNode.shown(first) + " stands before it: put it first");
        }
    }

    /** Also where the narrower one is a pattern: a * takes a * like any other letter. */
    private static boolean covers(String wide, String narrow) {
        String regex = Stream.of(wide.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return Pattern.compile(regex, Pattern.DOTALL).matcher(narrow).matches();
    }

    private static void checkTwins(Checks checks, String section, String same, List<String> keys) {
        for (int i = 0; i < keys.size(); i++) {
            int first = keys.indexOf(keys.get(i));
            checks.unless(
                    first == i,
                    List.of(section, ConfigLines.item(i)),
                    same + " " + section + ConfigLines.item(first) + ": keep one");
        }
    }

    private static void checkRoom(Checks checks, List<UniqueConfig> unique, Set<String> aliases) {
        for (int i = 0; i < unique.size(); i++) {
            UniqueConfig key = unique.get(i);
            List<String> path = List.of("unique", ConfigLines.item(i));
            Integer maxLength = key.maxLength();
            aliases.stream()
                    .filter(alias -> maxLength != null && key.lengthBesidesName(alias) >= maxLength)
                    .findFirst()
                    .ifPresent(alias -> checks.unless(
                            false,
                            path,
                            "has max-length " + maxLength + ", but the pattern takes " + key.lengthBesidesName(alias)
                                    + " characters beside the name for " + alias
                                    + ", which leaves none for it: shorten the pattern or the alias"));
        }
    }

    /** As this file writes a choice. */
    public static String word(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** How a change of a source is noticed. */
    public enum Fingerprint {
        COUNTS,
        CHECKSUMS
    }

    /** What becomes of triggers or views of the main server. */
    public enum StoredObjects {
        AFTER_LOAD,
        LEAVE_OUT,
        REFUSE
    }

    /** An error or a warning that is let pass. */
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
                            "is " + YamlNode.shown(code)
                                    + ", but must be a code as the plan prints it, such as SCHEMA_COLUMN_DEFAULT")
                    .unless(!subject.isBlank(), "subject", "is empty: copy it from the plan")
                    .unless(!because.isBlank(), "because", "is empty: write down why this error may pass")
                    .refuseIfAny();
        }
    }
}
