package io.snowflakeid.merge.planning;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the main server's comments call the numbers of a column: {@code players} in "GUID list of players". */
final class ColumnComments {

    private static final String ID = "(?:id|guid|uid)s?";
    private static final Pattern OF = Pattern.compile("(?i)\\b(?:" + ID + "|lists?) of (?:all )?([a-z_]+)");
    private static final Pattern BEFORE =
            Pattern.compile("(?i)\\b([a-z_]+) (?:" + ID + "|(?:" + ID + " )?lists?)(?![a-z])");
    private static final Pattern BARE = Pattern.compile("(?i)\\b" + ID + "\\b");

    private final Game game;
    private final ServerQuery query;
    private final boolean h2;

    ColumnComments(Game game) {
        this.game = game;
        query = new ServerQuery(game.sessions());
        h2 = game.sessions().dialect().streamingFetchSize() >= 0;
    }

    List<String> words(String table, String column) throws SQLException {
        List<String> words = new ArrayList<>();
        for (String comment : query.column(
                "SELECT " + (h2 ? "remarks" : "column_comment")
                        + " FROM information_schema.columns WHERE table_schema = ? AND table_name = ? AND column_name = ?",
                game.main().database(),
                table,
                column)) {
            for (Pattern pattern : List.of(OF, BEFORE)) {
                Matcher matcher = pattern.matcher(comment);
                while (matcher.find()) {
                    words.add(matcher.group(1));
                }
            }
            Matcher bare = BARE.matcher(comment);
            while (bare.find()) {
                words.add(bare.group());
            }
        }
        return words;
    }
}
