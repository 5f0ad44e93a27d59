<#function number value><#return value?string(",##0")></#function>
<#function row what count note>
  <#return ("        " + what?right_pad(13) + " " + number(count)?left_pad(13) + "   " + note)?remove_ending("   ")>
</#function>

Chaos   ${maker}: ${makerSettings}
<#if ledger??>
        ${ledger}
</#if>
${row("ids", ids, number(idsPerSecond) + " a second")}
${row("duplicates", duplicates, "")}
${row("kill -9", kills, "${processes} processes of ${writers} writers")}
${row("pauses", pauses, "longer than the window of ${windowMillis?c} ms")}
${row("clock steps", clockSteps, (faketime == "absent")?then("libfaketime is absent", "on ${writersWithFakeClock} of the writers"))}
<#assign kinds><#list outagesByKind as kind, count>${kind}=${count}<#sep>, </#list></#assign>
${row("outages", outages, kinds)}
<#if restarts gt 0>
${row("restarts", restarts, "${restartsFailed} failed")}
</#if>
<#if restores gt 0>
${row("restores", restores, "of an older copy while processes ran")}
</#if>
${row("failed calls", failedCalls, "longest stall ${longestStallMillis?c} ms")}
<#list firstDuplicates as duplicate>
        ${duplicate.id?c} by ${duplicate.madeBy?join(" and ")}: ${duplicate.meaning}
</#list>
<#if keptIn??>
kept: ids in ${keptIn}, 8 bytes each, least significant byte first
</#if>
<#if duplicates gt 0>
FAILED  an id was generated more than once
<#elseif missing?has_content>
FAILED  this run proved nothing, since it had no ${missing?join(", no ")}: run it for longer, or with all faults<#rt>
<#-- another library is loaded or ignored without an error, and changes no clock -->
<#if writersWithFakeClock gt 0 && clockSteps == 0>; and check that ${faketime} is libfaketime</#if>
</#if>
