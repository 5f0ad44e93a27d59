package io.snowflakeid.merge.config;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** A whole {@code merge.yaml}. */
public record MergeConfig(
        ServerConfig server,
        Map<String, String> sources,
        String target,
        Map<String, TableConfig> tables,
        List<ReferenceConfig> references,
        List<UniqueConfig> unique,
        ExecutionConfig execution,
        Fingerprint fingerprint,
        StoredObjects triggers,
        StoredObjects views,
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
        WrongSettings checks = new WrongSettings();
        checkDatabases(checks, sources, target);
        Set<String> keys = new HashSet<>();
        unique.forEach(each -> checks.unless(
                keys.add(each.key().toString()), "unique", "has the key " + each.key() + " twice: keep one"));
        checks.throwIfAny();
    }

    private static void checkDatabases(WrongSettings checks, Map<String, String> sources, String target) {
        checks.unless(
                sources.size() >= 2,
                "sources",
                "has " + sources.size() + ", but a merge needs at least 2: write a line 'alias: database' for each");
        Map<String, String> aliases = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Map<String, String> databases = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        sources.forEach((alias, database) -> {
            String path = ConfigLines.join("sources", alias);
            String sameAlias = aliases.putIfAbsent(alias, alias);
            String sameDatabase = databases.putIfAbsent(database, alias);
            checks.unless(
                            ALIAS.matcher(alias).matches(),
                            path,
                            "is no alias: take 1 to 32 letters, digits, '_' and '-'")
                    .unless(
                            sameAlias == null,
                            path,
                            "differs from " + sameAlias + " by its case alone: take another alias")
                    .unless(
                            sameDatabase == null,
                            path,
                            "is " + ConfigLines.shown(database) + ", which is " + sameDatabase
                                    + " already: a database is merged once");
        });
        checks.unless(
                !databases.containsKey(target),
                "target",
                "is " + ConfigLines.shown(target) + ", which is the source " + databases.get(target)
                        + ": name a new database, sources stay as they are");
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
    public record AcceptedFinding(String code, String subject, String because) {}
}
