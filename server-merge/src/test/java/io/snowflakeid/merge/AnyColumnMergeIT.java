package io.snowflakeid.merge;

import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.merges.SmallGame;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.SqlScript;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;

/** Columns of all types, keys of all types walked in small chunks, and names that would end a statement that did not quote them. */
class AnyColumnMergeIT {

    @OnMySqlAndMariaDb
    void areMerged(DatabaseServer on) throws Exception {
        String yaml = """
                execution: { writers: 2, chunk-rows: 100 }
                unique: [ { key: key_enum_alone.e, on-clash: keep-first } ]
                references:
                  - "`a.b`.`x -> y` -> `we``ird; DROP TABLE x -- #`.`sel``ect`"
                  - { from: "`a.b`.`it's`", to: "`a.b`.id", none: [0] }
                """;
        MergeFacts facts = new MergeFacts()
                .first("key_enum_alone", "e")
                .referenceOf("a.b", "x -> y", "we`ird; DROP TABLE x -- #", "sel`ect")
                .referenceOf("a.b", "it's", "a.b", "id", 0);
        String script = SqlScript.resource("any-columns.sql");
        try (SmallGame game = new SmallGame(GameServers.on(on, 2)
                .filled((connection, server) ->
                        SqlScript.run(connection, script.replace("{server}", Integer.toString(server)))))) {
            game.merged(yaml, facts);
        }
    }
}
