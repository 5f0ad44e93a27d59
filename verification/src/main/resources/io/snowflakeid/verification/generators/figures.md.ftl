${figures.date}, ${figures.machine}, ${figures.rounds} rounds.

<#list figures.ratios>
| ratio of ours | measured | at most | |
|---|--:|--:|---|
<#items as ratio>
| ${ratio.what} | ${ratio.mean?string("0.000")} +- ${ratio.error?string("0.000")} | ${ratio.most?string("0.000")} | ${ratio.verdict} |
</#items>

</#list>
<#list figures.tables as table>
### ${table.title?cap_first}

<#if charts>
```mermaid
xychart-beta horizontal
  title "${table.title} (${table.unit})"
  x-axis [<#list table.rows as row>"${row.generator}"<#sep>, </#list>]
  bar [<#list table.rows as row>${row.mean?string("0.0")}<#sep>, </#list>]
```

</#if>
| | ${table.unit} | +- |
|---|--:|--:|
<#list table.rows as row>
| <#if row.generator?starts_with("snowflakeid")>**${row.generator}**<#else>${row.generator}</#if> | ${row.mean?string("0.0")} | ${row.error?string("0.0")} |
</#list>

</#list>
### Ours under load

| | measured | |
|---|---|---|
<#list figures.underLoad as row>
| ${row.what} | ${row.text} | ${row.holds?string("met", "missed")} |
</#list>

