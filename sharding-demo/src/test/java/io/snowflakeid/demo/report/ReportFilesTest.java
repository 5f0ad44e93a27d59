package io.snowflakeid.demo.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.demo.merge.MergeOptions;
import io.snowflakeid.demo.merge.MergeResult;
import io.snowflakeid.demo.merge.MergeResult.ReferenceResult;
import io.snowflakeid.demo.merge.MergeResult.ServerIdentity;
import io.snowflakeid.demo.merge.MergeResult.TableResult;
import io.snowflakeid.demo.merge.MergeResult.WorldResult;
import io.snowflakeid.demo.merge.ServerMergeResult;
import io.snowflakeid.demo.merge.ServerMergeResult.Merged;
import io.snowflakeid.demo.orders.OrdersResult;
import io.snowflakeid.demo.orders.OrdersResults;
import io.snowflakeid.demo.report.Report.DatabaseUsed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFilesTest {

    private static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

    @TempDir
    private Path folder;

    @Test
    void theJsonHasTheFiguresThatScriptsRelyOn() throws IOException {
        ReportFiles.write(folder, report("H2", orders(0), merge(0)));
        JsonNode json =
                new ObjectMapper().readTree(folder.resolve("report.json").toFile());
        assertThat(json.at("/orders/idsChecked").asLong()).isEqualTo(3170);
        assertThat(json.at("/orders/duplicates").isNumber()).isTrue();
        assertThat(json.at("/orders/balance").asDouble()).isEqualTo(1.25);
        assertThat(json.at("/orders/databasesPerLookup").asInt()).isEqualTo(1);
        assertThat(json.at("/merge/autoIncrement/primaryKeyClashes").asLong()).isEqualTo(200);
        assertThat(json.at("/merge/textbookSnowflake/primaryKeyClashes").asLong())
                .isEqualTo(7);
        assertThat(json.at("/merge/snowflake/primaryKeyClashes").asText()).isEqualTo("0");
        assertThat(json.at("/merge/snowflake/rowsLost").asText()).isEqualTo("0");
        assertThat(json.at("/when").asText()).isEqualTo("2026-11-20T10:00:00Z");
        assertThat(json.at("/seconds").asDouble()).isEqualTo(42.5);
        assertThat(json.at("/options/players").asLong()).isEqualTo(300);
        assertThat(json.at("/databases/0/product").asText()).isEqualTo("H2");
        assertThat(json.at("/allIsWell").asBoolean()).isTrue();
    }

    @Test
    void bothTellOfTheIndexByMerchantAndOfTheLostDatabase() throws IOException {
        ReportFiles.write(folder, report("H2", orders(0), merge(0)));
        JsonNode json =
                new ObjectMapper().readTree(folder.resolve("report.json").toFile());
        assertThat(json.at("/orders/merchantIndex/before/missing").asLong()).isEqualTo(21);
        assertThat(json.at("/orders/merchantIndex/after/missing").asText()).isEqualTo("0");
        assertThat(json.at("/orders/merchantIndex/runs/0/added").asLong()).isEqualTo(21);
        assertThat(json.at("/orders/outage/perDatabase/2/refused").asLong()).isEqualTo(17);
        assertThat(json.at("/orders/outage/firstError").asText()).startsWith("database ds_2 is lost");
        assertThat(page())
                .contains("found before the repair</td><td>983</td><td>21</td><td>4</td>")
                .contains("found after it</td><td>1,000</td><td>0</td><td>0</td>")
                .contains("ds_2</td><td>17</td><td>0</td><td>17</td><td>17</td>")
                .contains("<code>database ds_2 is lost (&lt;connection refused&gt;)");
    }

    @Test
    void theJsonSaysWhatWentWrong() throws IOException {
        ReportFiles.write(folder, report("H2", orders(2), merge(3)));
        JsonNode json =
                new ObjectMapper().readTree(folder.resolve("report.json").toFile());
        assertThat(json.at("/allIsWell").asBoolean()).isFalse();
        assertThat(json.at("/failures").toString())
                .contains("orders: 2 ids occur more than once")
                .contains("merge: 3 rows with our ids are missing or have other content");
        assertThat(page()).contains("Something is wrong: orders: 2 ids occur more than once");
    }

    @Test
    void thePageLoadsNothingFromOutside() throws IOException {
        ReportFiles.write(folder, report("H2", orders(0), merge(0)));
        Matcher loads = Pattern.compile(
                        "(\\ssrc\\s*=|\\shref\\s*=|@import|(?<![a-z])url\\(|sourceMappingURL|<link|<iframe|<img|import\\s*\\(|fetch\\()[^\n]{0,40}",
                        Pattern.CASE_INSENSITIVE)
                .matcher(page());
        assertThat(loads.results().map(found -> found.group())).isEmpty();
    }

    @Test
    void thePageHasItsChartsAndTheirLibrary() throws IOException {
        ReportFiles.write(folder, report("H2", orders(0), merge(0)));
        String page = page();
        assertThat(page).contains("Chart.js v4.4.1");
        assertThat(Pattern.compile("<canvas id=\"(\\w+)\"")
                        .matcher(page)
                        .results()
                        .map(found -> found.group(1)))
                .hasSizeGreaterThanOrEqualTo(4)
                .allSatisfy(id -> assertThat(page).contains("bars('" + id + "'"));
    }

    @Test
    void dataCannotBreakOutOfThePage() throws IOException {
        String planted = "</script><script>alert(1)</script><!-- <img src=x onerror=alert(2)> & \u2028";
        ReportFiles.write(folder, report(planted, orders(0), merge(0)));
        String page = page();
        assertThat(page)
                .doesNotContain("alert(1)</script>")
                .doesNotContain("<img")
                .contains("&lt;/script&gt;");
        Matcher data = Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL)
                .matcher(page);
        assertThat(data.find()).isTrue();
        JsonNode json = new ObjectMapper().readTree(data.group(1));
        assertThat(json.at("/databases/0/product").asText()).isEqualTo(planted);
    }

    @Test
    void noScriptRunsButThoseOfThePageAndNothingIsLoaded() throws IOException {
        ReportFiles.write(folder, report("<script>alert(1)</script>\u001b[2J\u202E", orders(0), merge(0)));
        String page = page();
        Matcher policy = Pattern.compile("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
                        + " style-src 'unsafe-inline'; script-src 'nonce-([\\w+/]{22}==)'\">")
                .matcher(page);
        assertThat(policy.find()).isTrue();
        assertThat(Pattern.compile("<script(?! type=\"application/json\")[^>]*>")
                        .matcher(page)
                        .results()
                        .map(found -> found.group()))
                .hasSize(2)
                .containsOnly("<script nonce=\"" + policy.group(1) + "\">");
        assertThat(page).contains("\\u001b[2J\\u202e").doesNotContain("\u001b", "\u202e");
        ReportFiles.write(folder, report("H2", null, merge(0)));
        assertThat(page()).doesNotContain(policy.group(1));
    }

    @Test
    void halfAStoryMakesAPageAsWell() throws IOException {
        ReportFiles.write(folder, report("H2", null, merge(0)));
        assertThat(page()).contains("Merged game servers").doesNotContain("Orders on four databases");
        ReportFiles.write(folder, report("H2", orders(0), null));
        assertThat(page()).contains("Orders on four databases").doesNotContain("Merged game servers");
    }

    @Test
    void bothTellWhatServerMergeMadeOfTheSameServers() throws IOException {
        ReportFiles.write(folder, report("H2", null, merge(0)));
        JsonNode json =
                new ObjectMapper().readTree(folder.resolve("report.json").toFile());
        assertThat(json.at("/merge/serverMerge/worlds/0/rowsLost").asText()).isEqualTo("0");
        assertThat(json.at("/merge/serverMerge/worlds/0/references").asLong()).isEqualTo(1_200);
        assertThat(page()).contains("The same servers by server-merge").contains("ids moved");
    }

    @Test
    void bothTellWhyServerMergeWasNotTried() throws IOException {
        ReportFiles.write(
                folder, report("MySQL", null, merge(0, new ServerMergeResult("<there are two servers>", List.of()))));
        JsonNode json =
                new ObjectMapper().readTree(folder.resolve("report.json").toFile());
        assertThat(json.at("/merge/serverMerge/notShown").asText()).isEqualTo("<there are two servers>");
        assertThat(page())
                .contains("is not shown, since &lt;there are two servers&gt;")
                .doesNotContain("The same servers by server-merge");
    }

    @Test
    void rowsThatServerMergeLostAreAFailure() {
        Merged lossy = new Merged("snowflakeid", "all ids kept", 900, 899, 10, 1, 2, List.of("a row is missing"), 1.5);
        assertThat(report("H2", null, merge(0, new ServerMergeResult(null, List.of(lossy))))
                        .failures())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("merge: server-merge of snowflakeid: a row is missing"),
                        line -> assertThat(line)
                                .startsWith("merge: server-merge of snowflakeid lost 1 rows")
                                .containsSubsequence(
                                        "1 references point nowhere", "2 lead to a row of another server"));
    }

    private String page() throws IOException {
        return Files.readString(folder.resolve("report.html"));
    }

    private static Report report(String product, @Nullable OrdersResult orders, @Nullable MergeResult merge) {
        return Report.of(
                START,
                START.plusMillis(42_500),
                Collections.nCopies(4, new DatabaseUsed("ds_0", "jdbc:h2:file:/tmp/x/ds_0", product)),
                orders == null ? null : orders.options(),
                orders,
                merge == null ? null : new MergeOptions(merge.players(), 2026),
                merge);
    }

    private static OrdersResult orders(long duplicates) {
        return OrdersResults.withDuplicates(duplicates);
    }

    private static MergeResult merge(long lost) {
        Merged counted = new Merged("AUTO_INCREMENT", "ids moved", 900, 900, 1_200, 0, 0, List.of(), 1.5);
        return merge(lost, new ServerMergeResult(null, List.of(counted)));
    }

    private static MergeResult merge(long lost, ServerMergeResult serverMerge) {
        return new MergeResult(300, world(200, 200), world(7, 7), world(0, lost), serverMerge, 9.5);
    }

    private static WorldResult world(long clashes, long lost) {
        TableResult table = new TableResult(
                "players",
                300,
                300 - clashes,
                clashes,
                lost,
                "00000000000000aa",
                clashes == 0 ? "00000000000000aa" : "00000000000000bb",
                List.of(new ReferenceResult("leader_id", "players", 10, 0, clashes == 0 ? 0 : 4)));
        return new WorldResult("a world", List.of(new ServerIdentity(1, "ds_0", 100, null, null)), List.of(table));
    }
}
