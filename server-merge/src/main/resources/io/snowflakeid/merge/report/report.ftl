<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>snowflakeid: merge into ${plan.target}</title>
<style>
  :root {
    color-scheme: light dark;
    --page: #f6f7f9; --card: #ffffff; --text: #1b1f24; --soft: #5a6472; --line: #dde1e7;
    --good: #1a7f37; --bad: #b42318; --warn: #8a5a00; --goodback: #e6f4ea; --badback: #fdecea;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --page: #12161b; --card: #1a2028; --text: #e6e9ee; --soft: #9aa5b4; --line: #2e3744;
      --good: #5fd07a; --bad: #ff8a80; --warn: #f0b23c; --goodback: #16301f; --badback: #3a1b1b;
    }
  }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, "Segoe UI", sans-serif; }
  main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
  h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .4rem; overflow-wrap: anywhere; }
  h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; border-top: 2px solid var(--line); padding-top: 1.2rem; }
  p { margin: .5rem 0; }
  .soft { color: var(--soft); }
  .verdict { border-radius: .5rem; padding: .7rem 1rem; margin: 1.2rem 0; border-left: .35rem solid; }
  .verdict.good { background: var(--goodback); border-color: var(--good); }
  .verdict.bad { background: var(--badback); border-color: var(--bad); }
  .verdict ul { margin: .3rem 0 0; padding-left: 1.2rem; }
  .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: .7rem; margin: 1.2rem 0; }
  .tiles div { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .9rem; }
  .tiles b { display: block; font-size: 1.6rem; line-height: 1.3; }
  details { margin: 1.2rem 0; border-top: 2px solid var(--line); padding-top: .8rem; }
  summary { cursor: pointer; font-size: 1.1rem; font-weight: 600; }
  .tablebox { overflow-x: auto; margin: .8rem 0; padding: .3rem .6rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
  table { border-collapse: collapse; width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums; }
  th, td { text-align: right; padding: .35rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; }
  th { color: var(--soft); font-weight: 600; }
  td.text, th.text { text-align: left; overflow-wrap: break-word; }
  td.what { min-width: 16rem; }
  tr:last-child td { border-bottom: 0; }
  code, pre { font: .9em/1.45 ui-monospace, Consolas, monospace; }
  p code, h1 code, pre { overflow-wrap: anywhere; }
  pre { margin: .3rem 0 0; white-space: pre-wrap; }
  .good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
  @media (max-width: 40rem) {
    .findings tr { display: block; padding: .4rem 0; border-bottom: 1px solid var(--line); } .findings tr:first-child { display: none; }
    .findings td { display: inline-block; border: 0; padding: .1rem .4rem; } .findings td.what { display: block; min-width: 0; } .findings td:last-child { display: none; }
  }
  @media print {
    :root { --page: #fff; --card: #fff; --text: #000; --soft: #444; --line: #bbb; --goodback: #fff; --badback: #fff; }
    body { font-size: 10pt; } main { max-width: none; padding: 0; }
    details::details-content { content-visibility: visible; block-size: auto; }
    .tablebox { overflow: visible; border: 0; padding: 0; } tr { break-inside: avoid; } h2 { break-after: avoid; }
  }
</style>
</head>
<body>
<main>
<#function alias number><#return plan.sources[number - 1].alias></#function>
<#function word choice><#return choice?lower_case?replace("_", "-")></#function>
<#macro findingTable list>
<div class="tablebox findings"><table>
<tr><th class="text">severity</th><th class="text">code</th><th class="text">subject</th><th class="text">what</th><th>number of them</th></tr>
<#list ["ERROR", "WARNING", "ACCEPTED"] as severity><#list list?filter(found -> found.severity == severity) as f>
<tr><td class="text ${(f.severity == "ERROR")?then("bad", (f.severity == "WARNING")?then("warn", "soft"))}">${f.severity?lower_case}</td><td class="text"><code>${f.code}</code></td>
<td class="text"><code>${f.subject}</code></td><td class="text what">${f.message}<#if f.samples?has_content><pre><#list f.samples as s>${s}
</#list></pre></#if></td><td>${(f.count)!}</td></tr>
</#list></#list>
</table></div>
</#macro>

<h1>Merge of <#list plan.sources as s><code>${s.database}</code><#sep>, </#list> into <code>${plan.target}</code></h1>
<p class="soft">Written ${writtenAt?replace("T", " ")?remove_ending("Z")} UTC. The same figures for machines are in <code>report.json</code> beside this page.</p>

<#if fine>
<div class="verdict good"><b>Planned, carried out and verified: the target may be used.</b></div>
<#else>
<div class="verdict bad"><b>The target must not be used yet.</b>
<ul><#list failures as failure><li>${failure}</li></#list></ul></div>
</#if>
<#assign there = 0 planned = 0 copied = 0 renames = 0>
<#list plan.tables as t><#list t.rows as r><#assign there += r.total planned += r.copied></#list></#list>
<#list run.copies as c><#assign copied += c.rows></#list>
<#list plan.uniques as u><#assign renames += u.renames></#list>
<#assign accepted = plan.findings?filter(f -> f.severity == "ACCEPTED") findings = plan.findings?filter(f -> f.severity != "ACCEPTED")>
<#assign warnings = findings?filter(f -> f.severity == "WARNING")?size>
<div class="tiles">
<div><b>${copied}</b> rows copied, of ${planned} planned</div>
<div><b>${there - planned}</b> rows not copied by plan, of ${there} in ${plan.sources?size} sources</div>
<div><b>${renames}</b> values renamed</div>
<div><b class="${(warnings > 0)?then("warn", "good")}">${warnings}</b> ${(warnings == 1)?then("warning", "warnings")}, ${accepted?size} findings accepted</div>
</div>
<p>State: <b>${run.state}</b><#if run.startedAt??>, begun ${run.startedAt} UTC</#if><#if run.finishedAt??>, finished ${run.finishedAt} UTC</#if><#if run.program??>, by ${run.program}</#if>.</p>

<h2>Findings</h2>
<#if findings?has_content><@findingTable findings/><#else><p>None.</p></#if>

<#if accepted?has_content>
<h2>Accepted findings</h2>
<@findingTable accepted/>
</#if>

<h2>Verification</h2>
<#if run.checks?has_content>
<div class="tablebox"><table>
<tr><th class="text">table</th><th class="text">source</th><th class="text">result</th><th>rows expected</th><th>rows found</th><th>seconds</th><th class="text">hash expected</th><th class="text">hash found</th></tr>
<#list run.checks as c>
<tr><td class="text"><code>${c.table}</code></td><td class="text">${(c.source == 0)?then("all", alias(c.source))}</td><td class="text ${c.fine?then("good", "bad")}">${c.fine?then("as planned", "NOT as planned")}</td>
<td>${(c.expectedRows)!}</td><td>${(c.foundRows < 0)?then("", c.foundRows)}</td><td>${c.millis / 1000}</td>
<td class="text"><code>${(c.expectedHash)!}</code></td><td class="text"><code>${(c.foundHash)!}</code></td></tr>
</#list>
</table></div>
<#else><p>Not yet.</p></#if>
<#if notProved?has_content>
<ul><#list notProved as one><li>${one}</li></#list></ul>
</#if>

<h2>Sources</h2>
<div class="tablebox"><table>
<tr><th class="text">alias</th><th class="text">database</th><th class="text">role</th><th>rows</th><th>rows to copy</th></tr>
<#list plan.sources as s>
<#assign there = 0 planned = 0>
<#list plan.tables as t><#list t.rows?filter(r -> r.source == s.number) as r><#assign there += r.total planned += r.copied></#list></#list>
<tr><td class="text">${s.alias}</td><td class="text"><code>${s.database}</code></td>
<td class="text soft"><#if s.number == 1>main server</#if></td><td>${there}</td><td>${planned}</td></tr>
</#list>
</table></div>

<h2>Tables</h2>
<p class="soft">Seconds are those of all writers together.</p>
<div class="tablebox"><table>
<tr><th class="text">table</th><th class="text">class</th><th class="text">ids are</th><th>rows planned</th><th>rows copied</th><th>seconds</th><th class="text">source: its rows, rows planned, rows copied</th></tr>
<#list plan.tables as t>
<#assign planned = 0 copied = 0 millis = 0 modes = [] copies = run.copies?filter(c -> c.table == t.name)>
<#list t.rows as r><#assign planned += r.copied></#list>
<#list copies as c><#assign copied += c.rows millis += c.millis></#list>
<#list plan.domains as d><#list d.roots?filter(r -> r.table == t.name && !modes?seq_contains(word(d.mode))) as r><#assign modes += [word(d.mode)]></#list></#list>
<tr><td class="text"><code>${t.name}</code></td><td class="text">${word(t.tableClass)}<#if t.where??><br><code>${t.where}</code></#if></td><td class="text">${modes?join(", ")}</td>
<td>${planned}</td><td>${copied}</td><td>${millis / 1000}</td>
<td class="text"><#list t.rows as r><#assign copied = 0><#list copies?filter(c -> c.source == r.source) as c><#assign copied += c.rows></#list>${alias(r.source)}: ${r.total}, ${r.copied}, ${copied}<#sep><br></#list></td></tr>
</#list>
</table></div>

<#if plan.uniques?has_content>
<h2>Unique values</h2>
<#list plan.uniques as u>
<p>${u.number}. <code>${u.name}</code>: ${u.clashes} clashes, ${word(u.onClash)}<#if u.renamesFile??>; ${u.renames} renames, listed in <code>${u.renamesFile}</code> beside the plan</#if>.</p>
</#list>
</#if>

<#if run.steps?has_content>
<details>
<summary>Steps of the run</summary>
<div class="tablebox"><table>
<tr><th class="text">step</th><th>rows</th><th>seconds</th></tr>
<#list run.steps as s><tr><td class="text">${s.name}</td><td>${s.rows}</td><td>${s.millis / 1000}</td></tr>
</#list>
</table></div>
</details>
</#if>

<details>
<summary>Plan</summary>
<div class="tablebox"><table>
<tr><td class="text">file</td><td class="text"><code>${file}</code></td></tr>
<tr><td class="text">hash</td><td class="text"><code>${hash}</code></td></tr>
<tr><td class="text">planned at</td><td class="text">${plan.plannedAt} UTC</td></tr>
<tr><td class="text">server</td><td class="text">${plan.product}, <code>${plan.server.url}</code></td></tr>
<tr><td class="text">changes noticed by</td><td class="text">${word(plan.fingerprint)}</td></tr>
<tr><td class="text">execution</td><td class="text">${plan.execution.writers} writers, ${plan.execution.chunkRows} rows a chunk</td></tr>
</table></div>
</details>

<#if plan.domains?has_content>
<details>
<summary>Ids</summary>
<div class="tablebox"><table>
<tr><th class="text">column</th><th class="text">mode</th><th class="text">why</th><th class="text">source</th><th>ids</th><th>least id</th><th>greatest id</th><th>added to each id</th><th>fresh ids from</th><th class="text">table of fresh ids</th></tr>
<#list plan.domains as d><#list d.sources as s>
<tr><td class="text"><#if s?is_first><code>${d.name}</code></#if></td><td class="text"><#if s?is_first>${word(d.mode)}</#if></td><td class="text"><#if s?is_first>${d.why}</#if></td>
<td class="text">${alias(s.source)}</td><td>${s.ids}</td><td>${(s.least <= s.greatest)?then(s.least?c, "0")}</td><td>${(s.least <= s.greatest)?then(s.greatest?c, "0")}</td><td>${s.shift?c}</td><td>${(s.freshFrom == 0)?then("", s.freshFrom?c)}</td><td class="text"><code>${s.mapped?then("snowflake_merge_map_" + d.number?c, "")}</code></td></tr>
</#list></#list>
</table></div>
</details>
</#if>

<#if plan.references?has_content>
<details>
<summary>References</summary>
<div class="tablebox"><table>
<tr><th class="text">reference</th><th>rows without a parent</th><th class="text">such rows</th><th class="text">rows whose parent is left out</th></tr>
<#list plan.references as r>
<#assign orphans = 0>
<#list r.orphanRows as rows><#assign orphans += rows></#list>
<tr><td class="text"><code>${r.name}</code></td><td>${orphans}</td><td class="text">${word(r.orphans)}</td><td class="text">${word(r.whenLeftOut)}</td></tr>
</#list>
</table></div>
</details>
</#if>
</main>
</body>
</html>
