package io.snowflakeid.merge.planning;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a user may do, from the lines of SHOW GRANTS on MySQL or MariaDB, which tell the rights of active roles too. */
final class Grants {

    private static final String NAME = "(\\*|`(?:[^`]|``)*`|[\\w$]+)";
    private static final Pattern ON =
            Pattern.compile("(?is)(GRANT|REVOKE) (.+?) ON (?:TABLE )?" + NAME + "\\." + NAME + " (?:TO|FROM) .*");

    /** What says nothing about tables: roles, proxies, routines. */
    private static final Pattern OTHER = Pattern.compile("(?is)GRANT [`'\"]?[^ ]+ TO .*|GRANT PROXY ON .*"
            + "|(GRANT|REVOKE) .+ ON (FUNCTION|PROCEDURE|PACKAGE|PACKAGE BODY|LIBRARY) .*|SET DEFAULT ROLE .*"
            + "|GRANT (`(?:[^`]|``)*`(@`(?:[^`]|``)*`)?(,\\s*)?)+ TO .*");

    /**
     * A line.
     *
     * @param granted or revoked
     * @param rights in capitals
     * @param database by which databases' names are matched, or null for all
     * @param wholeDatabase or a table of it
     */
    private record Line(boolean granted, Set<String> rights, Pattern database, boolean wholeDatabase) {
        boolean tells(String right, String name) {
            return (rights.contains(right) || rights.contains("ALL PRIVILEGES") || rights.contains("ALL"))
                    && database.matcher(name).matches();
        }
    }

    private final List<Line> lines = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();

    /** With {@code partial_revokes}, names of databases are no patterns. */
    Grants(List<String> told, boolean partialRevokes) {
        for (String line : told) {
            Matcher on = ON.matcher(line);
            if (OTHER.matcher(line).matches()) {
                continue;
            }
            if (on.matches()) {
                lines.add(new Line(
                        on.group(1).equalsIgnoreCase("GRANT"),
                        rights(on.group(2)),
                        pattern(on.group(3), partialRevokes),
                        on.group(4).equals("*")));
            } else {
                unknown.add(line);
            }
        }
    }

    /** One on some columns is none on the table. */
    private static Set<String> rights(String list) {
        Set<String> rights = new HashSet<>();
        for (String right : list.split(",\\s*(?![^(]*\\))", -1)) {
            rights.add(right.strip().toUpperCase(Locale.ROOT));
        }
        return rights;
    }

    private static Pattern pattern(String quoted, boolean literal) {
        if (quoted.equals("*")) {
            return Pattern.compile("(?s).*");
        }
        String name = quoted.startsWith("`")
                ? quoted.substring(1, quoted.length() - 1).replace("``", "`")
                : quoted;
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char letter = name.charAt(i);
            if (letter == '\\' && i + 1 < name.length()) {
                i++;
                regex.append(Pattern.quote(String.valueOf(name.charAt(i))));
            } else if (!literal && letter == '%') {
                regex.append(".*");
            } else if (!literal && letter == '_') {
                regex.append('.');
            } else {
                regex.append(Pattern.quote(String.valueOf(letter)));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }

    /** Lines that were not understood. */
    List<String> unknown() {
        return unknown;
    }

    /** Whether a right is given on all tables of a database. */
    boolean allows(String right, String database) {
        boolean granted =
                lines.stream().anyMatch(line -> line.granted() && line.wholeDatabase() && line.tells(right, database));
        boolean revoked = lines.stream().anyMatch(line -> !line.granted() && line.tells(right, database));
        return granted && !revoked;
    }

    /** Whether a right of the whole server is given. */
    boolean allowsEverywhere(String right) {
        return allows(right, "");
    }
}
