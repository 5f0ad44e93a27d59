package io.snowflakeid.merge.merges;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import java.nio.charset.Charset;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Names in encodings whose characters hold the bytes of a backslash, and that end quotes if they are read in another one. */
class EncodedNamesIT {

    private static final Map<String, String> NAMES = new TreeMap<>(Map.of(
            "gbk", "\u4e57' OR VERSION() -- ",
            "big5", "\u529f\u8a31\u84cb', '\\",
            "latin1", "\u00e9\\' -- \u00df",
            "utf8mb4", "\ud83c\udfb2\u529f\\'\""));

    @OnMySqlAndMariaDb
    void areMergedAndRenamedByteByByte(DatabaseServer kind) throws Exception {
        try (SmallGame game = new SmallGame(kind, tables(1), tables(2))) {
            String rename =
                    "  - { key: p_%1$s.name, on-clash: rename, pattern: '{name}-{alias}', followed-by: [ q_%1$s.friend ] }\n";
            game.merged(
                    NAMES.keySet().stream().map(rename::formatted).collect(Collectors.joining("", "unique:\n", "")));

            for (Map.Entry<String, String> each : NAMES.entrySet()) {
                String encoding = each.getKey();
                String own = hex(each.getValue(), encoding);
                String renamed = own + hex("-s2", encoding);
                game.requireRows(
                        "SELECT HEX(name) FROM p_" + encoding + " ORDER BY id", own, own + "31", renamed, own + "32");
                game.requireRows("SELECT HEX(friend) FROM q_" + encoding + " ORDER BY id", own, renamed);
            }
        }
    }

    private static String tables(int server) {
        StringBuilder script = new StringBuilder();
        NAMES.forEach((encoding, name) ->
                script.append("""
                CREATE TABLE p_%1$s (id INT PRIMARY KEY AUTO_INCREMENT,
                    name VARCHAR(40) CHARACTER SET %1$s COLLATE %1$s_bin NOT NULL, UNIQUE KEY (name));
                CREATE TABLE q_%1$s (id INT PRIMARY KEY AUTO_INCREMENT, friend VARCHAR(40) CHARACTER SET %1$s COLLATE %1$s_bin);
                INSERT INTO p_%1$s VALUES (1, _%1$s x'%2$s'), (2, _%1$s x'%2$s%3$s');
                INSERT INTO q_%1$s VALUES (1, _%1$s x'%2$s');
                """.formatted(encoding, hex(name, encoding), hex(String.valueOf(server), encoding))));
        return script.toString();
    }

    private static String hex(String text, String encoding) {
        Charset charset = Charset.forName(
                encoding.equals("utf8mb4") ? "UTF-8" : encoding.equals("latin1") ? "ISO-8859-1" : encoding);
        return HexFormat.of().withUpperCase().formatHex(text.getBytes(charset));
    }
}
