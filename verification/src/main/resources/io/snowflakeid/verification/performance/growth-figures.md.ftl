${figures.date}, ${figures.machine}, ${figures.rounds} rounds, ledger in ${figures.ledger}.

| bar | measured | limit | |
|---|---|---|---|
<#list figures.bars as bar>
| ${bar.what} | ${bar.measured} | ${bar.limit} | ${bar.met?string("met", "missed")} |
</#list>

<#list figures.growths as growth>
#### ${growth.title}

<#if charts && growth?is_first>
<#assign rates = growth.lines?filter(line -> line.what?starts_with("ids per second"))>
```mermaid
xychart-beta
  title "<#list rates as line>${line.what?remove_beginning("ids per second, ")}<#sep>; </#list>"
  x-axis "${growth.of}" [<#list growth.lines[0].points as point>${point.number?c}<#sep>, </#list>]
  y-axis "millions of ids per second"
<#list rates as line>
  line [<#list line.points as point>${(point.value / 1000000)?string("0.0")}<#sep>, </#list>]
</#list>
```

</#if>
| ${growth.of}: | <#list growth.lines[0].points as point>${point.number} | </#list>exponent | ten times as many |
|---|<#list growth.lines[0].points as point>--:|</#list>--:|---|
<#list growth.lines as line>
| ${line.what}<#if line.unit?has_content> (${line.unit})</#if> | <#list line.points as point><@figure point.value/> | </#list>${(line.exponent?string("0.00"))!"none"} | ${line.meaning} |
</#list>

</#list>
<#list figures.notes as note>
${note}

</#list>
#### From building a ledger to the first id

| worker source | first in the process, ms | later, median, ms | later, slowest, ms |
|---|--:|--:|--:|
<#list figures.starts as start>
| ${start.source} | <@figure start.cold/> | <@figure start.median/> | <@figure start.slowest/> |
</#list>

#### On paper: 100,000 processes in 30 regions

<#assign leased = (figures.growths?filter(growth -> growth.title == "Idle generators with a lease")?first).lines>
<#function of what><#return (leased?filter(line -> line.what == what)?first).points?last.value></#function>
<#assign ofARenewal = of("statements of a renewal"), most = figures.statementsPerSecond>
<#assign renewals = 180, regions = 30, processes = 100000, perRegion = (processes / regions)?ceiling>
<#assign perSecond = renewals * ofARenewal / 3600>
<#assign ledgers = (2 * perRegion * perSecond / most)?ceiling>
<#function whole number><#return number?string(",##0")></#function>
<#function tenths number><#return number?string("0.0")></#function>
| | |
|---|---|
| processes of a region | ${whole(perRegion)} |
| bits of datacenter and worker, a ledger per region, 2 workers per process | 5 + 13 = 18 |
| bits of the worker, one ledger for all regions | 18 |
| layout 41x1ms/5/13/4@2026-01-01T00:00:00Z | 16,000 ids/s per process, until 2095 |
| layout 38x10ms/5/13/7@2026-01-01T00:00:00Z | 12,800 ids/s per process, until 2113 |
| layout 35x100ms/5/13/10@2026-01-01T00:00:00Z | 10,240 ids/s per process, until 2134 |
| statements per hour and worker, by the settings | ${renewals} renewals of ${tenths(ofARenewal)} = ${whole(renewals * ofARenewal)} |
| statements that one database executed in the largest rush | ${whole(most)} per second |
| ${regions} ledgers, one per region | ${whole(perRegion * perSecond)} statements/s each, ${whole(100 * perRegion * perSecond / most)} % of that |
| ledgers, if a database may execute half of that | ${ledgers} per region, ${ledgers * regions} in all |
| one ledger for all regions | ${whole(processes * perSecond)} statements/s, ${tenths(processes * perSecond / most)} times that |
| the same with a window of 20 min instead of 2 | ${whole(processes * perSecond / 10)} statements/s, ${tenths(processes * perSecond / 10 / most)} times that |
| all processes of a region acquire new workers at once (by the fitted line) | ${tenths(figures.regionMillis / 1000)} s |
| each process: heap, and processor time for its lease | ${tenths(of("heap"))} KB, ${whole(of("processor time"))} us per second |

<#macro figure value><#if value == 0>0<#elseif value lt 1>${value?string("0.0000")}<#elseif value lt 100>${value?string("0.0")}<#else>${value?string(",##0")}</#if></#macro>
