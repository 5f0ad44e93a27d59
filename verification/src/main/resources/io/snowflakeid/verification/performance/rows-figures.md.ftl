${figures.date}, ${figures.machine}, <#if figures.server?has_content>${figures.server}, </#if>${figures.rounds} JVMs per shape.

<#list figures.targets>
| ours compared | measured | 95 % interval | target | |
|---|--:|--:|--:|---|
<#items as target>
<#assign format = target.nanos?then("0.0", "0.000")>
| ${target.what} | ${target.measured.median?string(format)} | ${target.measured.low?string(format)} to ${target.measured.high?string(format)} | ${target.bound} | ${target.verdict} |
</#items>

</#list>
<#list figures.shapes as shape>
#### ${shape.title}

| | <#if figures.server?has_content>rows/s<#else>bytes</#if> | ns of CPU | ratio | interval |
|---|--:|--:|--:|--:|
<#list shape.rows as row>
| <#if row.ids == "snowflakeid">**${row.ids}**<#else>${row.ids}</#if> | <#if figures.server?has_content>${(1000000000 / row.wall)?string("#,##0")}<#else>${row.bytes?string("0")}</#if> | ${row.cpu?string("0.0")} | ${row.ratio.median?string("0.000")} | ${row.ratio.low?string("0.000")} to ${row.ratio.high?string("0.000")} |
</#list>

</#list>
