package io.snowflakeid.merge;

import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.SqlScript;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Columns of all types, keys of all types walked in small chunks, and names that would end a statement that did not quote them. */
class AnyColumnMergeIT {

    @TempDir
    Path folder;

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
        try (GameServers servers = GameServers.on(on, 2)) {
            String script = SqlScript.resource("any-columns.sql");
            servers.filled((connection, server) -> SqlScript.run(
                    connection, SqlScript.statements(script.replace("{server}", Integer.toString(server)))));
            new MergeTrial(servers, folder, yaml).mergesRightly(facts);
        }
    }
}
