${figures.date}, ${figures.machine}, ${figures.rounds} rounds.

<#list figures.ratios>
| ratio of ours | measured | 95 % interval | at most | |
|---|--:|--:|--:|---|
<#items as ratio>
| ${ratio.what} | ${ratio.measured.median?string("0.000")} | ${ratio.measured.low?string("0.000")} to ${ratio.measured.high?string("0.000")} | ${ratio.bound?remove_beginning("at most ")} | ${ratio.verdict} |
</#items>

</#list>
<#list figures.tables as table>
#### ${table.title?cap_first}

<#if charts>
```mermaid
xychart-beta horizontal
  title "${table.title} (${table.unit})"
  x-axis [<#list table.rows as row>"${row.generator}"<#sep>, </#list>]
  bar [<#list table.rows as row>${row.median?string("0.0")}<#sep>, </#list>]
```

</#if>
| | ${table.unit} | interval |
|---|--:|--:|
<#list table.rows as row>
| <#if row.generator?starts_with("snowflakeid")>**${row.generator}**<#else>${row.generator}</#if> | ${row.median?string("0.0")} | ${row.low?string("0.0")} to ${row.high?string("0.0")} |
</#list>

</#list>
<#list figures.ranges![]>
#### Dense numbers: a call, p99.9

| a range takes the database | 1 ms | 10 ms | 100 ms |
|---|--:|--:|--:|
<#items as row>
| <#if row.source?starts_with("snowflakeid")>**${row.source}**<#else>${row.source}</#if> |<#list row.micros as micros> ${micros?string("0.0")} us |</#list>
</#items>

</#list>
#### Ours under load

| | measured | |
|---|---|---|
<#list figures.underLoad as row>
| ${row.what} | ${row.text} | ${row.holds?string("met", "missed")} |
</#list>

