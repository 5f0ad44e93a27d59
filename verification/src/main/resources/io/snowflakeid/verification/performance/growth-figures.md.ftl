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

| | |
|---|---|
<#list figures.paper as row>
| ${row.what} | ${row.value} |
</#list>

<#macro figure value><#if value == 0>0<#elseif value lt 1>${value?string("0.0000")}<#elseif value lt 100>${value?string("0.0")}<#else>${value?string(",##0")}</#if></#macro>
