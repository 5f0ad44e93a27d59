package io.snowflakeid.merge.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.config.UniqueConfig.Side;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.SamplePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.plan.TablePlan.TableFingerprint;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.result.Finding;
import io.snowflakeid.merge.result.Finding.Severity;
import io.snowflakeid.merge.result.FindingCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergeReportTest {

    /** If it comes through anywhere unescaped, a script or a tag of its own is in the page. */
    private static final String HOSTILE = "</td><script>alert('1')</script>&\"${1+1}<#if x>\u202e";

    private static final ObjectNode FINISHED = run("finished", check("players", 2, 90, true))
            .put("program", "server-merge 0.1")
            .put("startedAt", "2026-11-21 20:01:00.000")
            .put("finishedAt", "2026-11-21 20:02:00.000");

    static {
        FINISHED.withArray("steps").addPOJO(Map.of("name", "copy " + HOSTILE, "rows", 12, "millis", 3400));
        FINISHED.withArray("copies")
                .addPOJO(Map.of("table", "players", "source", 1, "rows", 100, "millis", 250))
                .addPOJO(Map.of("table", "players", "source", 2, "rows", 90, "millis", 250));
    }

    private static ObjectNode run(String state, ObjectNode... checks) {
        ObjectNode run = MergeReport.notBegun().put("state", state);
        run.withArray("checks").addAll(List.of(checks));
        return run;
    }

    private static ObjectNode check(String table, int source, long found, boolean fine) {
        return new JsonMapper()
                .createObjectNode()
                .put("table", table)
                .put("source", source)
                .put("expectedRows", 90)
                .put("expectedHash", "123")
                .put("foundRows", found)
                .put("foundHash", "123")
                .put("fine", fine)
                .put("millis", 40);
    }

    @TempDir
    private Path folder;

    private static Finding finding(Severity severity, FindingCode code) {
        return new Finding(severity, code, HOSTILE, HOSTILE, 1L, List.of("text  " + HOSTILE));
    }

    private static SourceRows rows(int source, long total, long copied, String greatest) {
        TableFingerprint print = new TableFingerprint(100, greatest, null, "abc", null);
        return new SourceRows(source, total, copied, print, "PRIMARY", List.of(), Map.of());
    }

    private static TablePlan table(String name, TableClass tableClass, String where, SourceRows... rows) {
        Table.Definition definition = new Table.Definition("CREATE TABLE " + name + " (id INT)", List.of(), List.of());
        List<String> key = List.of("id");
        return new TablePlan(name, tableClass, List.of(), key, key, where, definition, 0, 1000, List.of(rows));
    }

    private static PlanFile plan(String name, Finding... findings) {
        List<String> key = List.of("name");
        MergePlan plan = SamplePlan.of(name, name, List.of(findings));
        plan.tables().add(table("players", TableClass.UNION, name, rows(1, 100, 100, name), rows(2, 95, 90, name)));
        plan.tables().add(table("ranking", TableClass.SKIP, null));
        plan.domains()
                .add(new IdDomain(
                        1,
                        "players.id",
                        List.of(new ColumnName("players", "id")),
                        IdMode.OFFSET,
                        name,
                        List.of(
                                new SourceIds(1, 100, 1, 100, 0, 0, false),
                                new SourceIds(2, 95, 1, 95, 100, 0, true))));
        plan.references()
                .add(new ReferencePlan(
                        "mail",
                        List.of("sender"),
                        "players",
                        List.of("id"),
                        name,
                        List.of(0L),
                        Orphans.CLEAR,
                        WhenLeftOut.DROP,
                        List.of(2L, 3L)));
        plan.uniques()
                .add(new UniquePlan(
                        1,
                        "players",
                        key,
                        List.of(),
                        OnClash.RENAME,
                        "",
                        Side.LATER,
                        20,
                        null,
                        5,
                        5,
                        "renames.csv",
                        "ff"));
        return new PlanFile(Path.of("plan.json"), "0123456789abcdef", plan);
    }

    private static ObjectNode report(String name, ObjectNode run, Finding... findings) {
        return MergeReport.of(plan(name, findings), run, "2026-11-21T20:05:00Z");
    }

    @Test
    void hostileNamesAreTextInThePage() throws IOException {
        Finding[] findings = {
            finding(Severity.WARNING, FindingCode.NOT_CARRIED), finding(Severity.ACCEPTED, FindingCode.SCHEMA_KEY)
        };

        String page = Files.readString(MergeReport.write(folder, plan(HOSTILE, findings), FINISHED));

        assertThat(page).doesNotContain("<script", "</td><script", "\u202e");
        assertThat(page)
                .contains(
                        "&lt;/td&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;&quot;${1+1}&lt;#if x&gt;\\u202e");
        assertThat(Pattern.compile("&lt;script&gt;").matcher(page).results().count())
                .describedAs("title, heading, source, table, ids, reference, steps, findings")
                .isEqualTo(14);
    }

    @Test
    void aMergeThatWasPlannedCarriedOutAndVerifiedMayBeUsed() throws IOException {
        Finding unmoved = new Finding(
                Severity.WARNING, FindingCode.REFERENCE_MAIN_ONLY, "mail.text -> texts.id", "unmoved", 3L, List.of());
        ObjectNode report = report("game_merged", FINISHED, unmoved);

        assertThat(report.path("failures")).isEmpty();
        assertThat(MergeReport.page(report))
                .contains("the target may be used", "mail.text -&gt; texts.id</li>")
                .doesNotContain("must not be used");
    }

    @Test
    void thePageBeginsWithWhatOneAsksFirstAndNeedsNothingButItself() throws IOException {
        String page =
                MergeReport.page(report("game_merged", FINISHED, finding(Severity.WARNING, FindingCode.NOT_SEARCHED)));

        assertThat(page)
                .containsSubsequence(
                        "Written 2026-11-21 20:05:00 UTC.",
                        "the target may be used",
                        "<b>190</b> rows copied, of 190 planned",
                        "<b>5</b> rows not copied by plan, of 195 in 2 sources",
                        "<b>5</b> values renamed",
                        ">1</b> warning, 0 findings accepted",
                        "begun 2026-11-21 20:01:00.000 UTC, finished 2026-11-21 20:02:00.000 UTC",
                        "<h2>Findings</h2>",
                        "text  &lt;/td",
                        "<h2>Verification</h2>",
                        "<td>95</td><td>90</td>",
                        "union",
                        "<td>190</td><td>190</td><td>0.5</td>",
                        "s2: 95, 90, 90",
                        "<summary>Steps of the run</summary>",
                        "snowflake_merge_map_1",
                        "<td>5</td><td class=\"text\">clear</td>")
                .doesNotContainPattern("(?i)(src|href)\\s*=|@import|url\\(")
                .contains("prefers-color-scheme: dark", "@media print");
    }

    @Test
    void whatIsMissingIsSaid() throws IOException {
        Finding error = new Finding(Severity.ERROR, FindingCode.UNIQUE_CLASH, "players.name", "clash", 5L, List.of());
        ObjectNode wrong = run("finished", check("players", 2, 89, false), check("players", 0, -1, false));
        wrong.withArray("faults").add("mail.item_id -> items.id: 3 rows of the target refer to nothing, 0 expected");

        assertThat(report("m", MergeReport.notBegun(), error).path("failures"))
                .extracting(JsonNode::textValue)
                .containsExactly("the plan has errors of code UNIQUE_CLASH: 1", "the plan was not carried out yet");
        assertThat(report("m", run("running")).path("failures"))
                .extracting(JsonNode::textValue)
                .containsExactly("the run is not finished: run it again, it continues");
        assertThat(report("m", wrong).path("failures"))
                .extracting(JsonNode::textValue)
                .containsExactly(
                        "table players from s2 is not as planned",
                        "table players is not as planned",
                        "mail.item_id -> items.id: 3 rows of the target refer to nothing, 0 expected");
        assertThat(MergeReport.page(report("m", wrong)))
                .contains("must not be used")
                .contains("table players from s2 is not as planned");
    }

    @Test
    void theJsonIsThePlanAndWhatCameOfIt() throws IOException {
        Finding accepted = finding(Severity.ACCEPTED, FindingCode.SCHEMA_KEY);
        MergeReport.write(folder.resolve("new/reports"), plan("game_merged", accepted), FINISHED);

        JsonNode json = new JsonMapper()
                .readTree(folder.resolve("new/reports/report.json").toFile());

        assertThat(json.path("fine").booleanValue()).isTrue();
        assertThat(json.path("hash").textValue()).isEqualTo("0123456789abcdef");
        assertThat(json.at("/plan/server")).hasSize(1);
        assertThat(json.at("/plan/tables/0/rows/1/copied").longValue()).isEqualTo(90);
        assertThat(json.at("/plan/uniques/0/renames").intValue()).isEqualTo(5);
        assertThat(json.at("/plan/findings/0/severity").textValue()).isEqualTo("ACCEPTED");
        assertThat(json.at("/run/checks/0/fine").booleanValue()).isTrue();
        assertThat(json.at("/run/steps/0/name").textValue()).isEqualTo("copy " + HOSTILE);
    }
}
