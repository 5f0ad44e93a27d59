<#function number value><#return value?string(",##0")></#function>
<#function words constant><#return constant?lower_case?replace("_", " ")></#function>
<#function figure of cell>
  <#if cell.state != "MEASURED"><#return words(cell.state)></#if>
  <#if of == 0><#return number(cell.duplicates)></#if>
  <#if of == 1><#return number(cell.refusedCalls) + " + " + number(cell.refusedStarts)></#if>
  <#return number(cell.idsPerSecond)>
</#function>
<#assign titles = [
  "Duplicates: ids that were generated before, by ${writers} processes of 2 threads in ${seconds} s under each fault.",
  "Failed: calls for an id, and starts (after the `+`), which were retried.",
  "Ids per second, with the limit."]>
<#list titles as title>
${title}

| maker |<#list rows[0].cells as cell> ${words(cell.fault)} |</#list>
|---|<#list rows[0].cells as cell>--:|</#list>
<#list rows as row>
| ${row.title} |<#list row.cells as cell> ${figure(title?index, cell)} |</#list>
</#list>

</#list>
<#list rows as row>
- ${row.title}, version ${row.version}: ${row.settings}
<#list row.cells?filter(cell -> cell.reason??) as cell>
  - ${words(cell.fault)}: ${words(cell.state)}, ${cell.reason}
</#list>
</#list>

Measured ${date} on ${machine}; ${ledger}; window ${windowMillis?c} ms; at most ${number(idsPerSecondAllowed)} ids/s; seed ${seed?c}:

    ${command}
