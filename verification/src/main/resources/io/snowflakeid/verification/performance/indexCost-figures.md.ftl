${figures.date}, ${figures.machine}, ${figures.poolMegabytes} MB of pages in memory. <#if figures.durable>A commit waits for the disk<#else>**Not durable**: a commit does not wait for the disk, so the rates do not apply to production</#if> (<#list figures.settings as setting, value>`${setting}=${value}`<#sep>, </#list>).

<#-- a function does not see loop variables -->
<#assign kinds = figures.kinds>
<#function bytes level>
<#return level.tableBytes + level.keyBytes + level.otherBytes>
</#function>
<#function reached at>
<#return kinds?filter(kind -> kind.levels?size gt at)>
</#function>
<#function megabytes size>
<#return (size / 1048576)?string(",##0")>
</#function>
<#assign dense = kinds?filter(kind -> kind.kind == "dense numbers")?first>
<#assign random = kinds?filter(kind -> kind.kind == "UUIDv4")?first>
<#list dense.levels as level>
<#assign at = level?index>
#### ${level.rows?string(",##0")} rows, with dense numbers ${(bytes(level) / 1048576 / figures.poolMegabytes)?string("0.0")} times the memory

<#if charts>
```mermaid
xychart-beta horizontal
  title "rows per second at ${level.rows?string(",##0")} rows"
  x-axis [<#list reached(at) as kind>"${kind.kind}"<#sep>, </#list>]
  bar [<#list reached(at) as kind>${kind.levels[at].rowsPerSecond?string("0")}<#sep>, </#list>]
```

<#if !level?has_next>
```mermaid
xychart-beta horizontal
  title "MB of table and indexes at ${level.rows?string(",##0")} rows"
  x-axis [<#list reached(at) as kind>"${kind.kind}"<#sep>, </#list>]
  bar [<#list reached(at) as kind>${(bytes(kind.levels[at]) / 1048576)?string("0")}<#sep>, </#list>]
```

</#if>
</#if>
| key | rows/s | to dense | to UUIDv4 | table | key's index | other index | pages | to dense | to UUIDv4 | files |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
<#list kinds as kind>
| <#if kind.kind == "snowflakeid">**${kind.kind}**<#else>${kind.kind}</#if> | <#rt>
<#if kind.levels?size gt at>
<#assign here = kind.levels[at]>
${here.rowsPerSecond?string(",##0")} | ${(here.rowsPerSecond / level.rowsPerSecond)?string("0.00")} | <#t>
<#if random.levels?size gt at>${(here.rowsPerSecond / random.levels[at].rowsPerSecond)?string("0.00")}</#if> | <#t>
${megabytes(here.tableBytes)} MB | <#if here.keyBytes == 0>is the table<#else>${megabytes(here.keyBytes)} MB</#if> | ${megabytes(here.otherBytes)} MB | <#t>
${(bytes(here) / figures.pageBytes)?string(",##0")} | ${(bytes(here) / bytes(level))?string("0.00")} | <#t>
<#if random.levels?size gt at>${(bytes(here) / bytes(random.levels[at]))?string("0.00")}</#if> | ${megabytes(here.fileBytes)} MB |<#lt>
<#else>
${kind.rowsPerSecond?string(",##0")} until ${kind.rows?string(",##0")} rows: out of time | | | | | | | | | |<#lt>
</#if>
</#list>

</#list>
