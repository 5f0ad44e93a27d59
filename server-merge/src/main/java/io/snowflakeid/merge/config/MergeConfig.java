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

/** The content of {@code merge.yaml}. */
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

    /** Rejects duplicate sources, duplicate aliases, duplicate unique keys, and a target that is also a source. */
    public MergeConfig {
        sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
        references = List.copyOf(references);
        unique = List.copyOf(unique);
        accept = List.copyOf(accept);
        WrongSettings checks = new WrongSettings();
        int size = sources.size();
        String few = "has " + size + ", but a merge needs at least 2: write a line 'alias: database' for each";
        checks.unless(size >= 2, "sources", few);
        checkSources(checks, sources, target);
        Set<String> keys = new HashSet<>();
        unique.forEach(each -> checks.unless(
                keys.add(each.key().toString()), "unique", "has the key " + each.key() + " twice: keep one"));
        checks.throwIfAny();
    }

    private static void checkSources(WrongSettings checks, Map<String, String> sources, String target) {
        String free = ": name a new database, sources stay as they are";
        Map<String, String> aliases = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Map<String, String> databases = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        sources.forEach((alias, database) -> {
            String path = ConfigLines.join("sources", alias);
            String alike = aliases.putIfAbsent(alias, alias);
            String same = databases.putIfAbsent(database, alias);
            String twice = "is " + ConfigLines.shown(database) + ", which is " + same;
            String source = "is " + ConfigLines.shown(target) + ", which is the source " + alias;
            boolean valid = ALIAS.matcher(alias).matches();
            checks.unless(valid, path, "is no alias: take 1 to 32 letters, digits, '_' and '-'")
                    .unless(alike == null, path, "differs from " + alike + " by its case alone: take another alias")
                    .unless(same == null, path, twice + " already: a database is merged once")
                    .unless(!database.equalsIgnoreCase(target), "target", source + free);
        });
    }

    /** Returns the spelling of an enum constant in {@code merge.yaml}, such as {@code keep-first}. */
    public static String word(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public enum Fingerprint {
        COUNTS,
        CHECKSUMS
    }

    /** Defines whether the triggers or views of the main server are created in the target. */
    public enum StoredObjects {
        AFTER_LOAD,
        LEAVE_OUT,
        REFUSE
    }

    /** A finding that the operator accepts, with the reason. */
    public record AcceptedFinding(String code, String subject, String because) {}
}
