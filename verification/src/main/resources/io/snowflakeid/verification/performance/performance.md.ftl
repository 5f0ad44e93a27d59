# Performance

Each part of this page is written by a command, which measures ours and others in one run. Compare ratios, not times, which depend on the machine and its load. First `mvn -q -DskipTests package`, then the command of the part with `--json docs/performance.json --page docs/performance.md`, which keeps the other parts.

<#assign charts = true>
<#if generators??>
<#include "one-id.md.ftl">
</#if>
<#if rows??>
<#include "rows.md.ftl">
</#if>
<#if indexCost??>
<#include "index-cost.md.ftl">
</#if>
<#if growth??>
<#include "growth.md.ftl">
</#if>
