<#function count number of><#return number + " " + of + (number == 1)?then("", "s")></#function>
<#assign counts = []>
<#list ["WARNING", "ACCEPTED", "ERROR"] as severity>
<#assign some = findings?filter(f -> f.severity == severity)>
<#if some?has_content>
<#assign counts = [count(some?size, (severity == "ACCEPTED")?then("accepted finding", severity?lower_case))] + counts>
${counts[0]}:
<#list some as f>
  ${f.code}  ${f.subject}<#if f.count??>  (${f.count})</#if>
      ${f.message}
<#list f.samples as sample>
          ${sample}
</#list>
<#if f.count?? && f.samples?has_content && (f.count > f.samples?size)>
          and ${f.count - f.samples?size} more
</#if>
</#list>

</#if>
</#list>
<#assign copied = findings?filter(f -> f.code == "NOT_LOOKED_AT")?has_content?then("rows not looked at yet", count(rows, "row") + " to copy")>
<#assign next = runnable?then("Next: run " + arguments, "The plan cannot be run: correct the errors, or accept them in the configuration, and plan again")>
${plan}: ${count(sources, "source")}, ${count(tables, "table")}, ${copied}; ${counts?join(", ", "nothing found")}. ${next}
