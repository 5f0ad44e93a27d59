<#function count number of><#return number + " " + of + (number == 1)?then("", "s")></#function>
<#if faults?has_content>
${count(faults?size, "difference")}:
<#list faults as fault>
  ${fault}
</#list>

</#if>
<#assign compared = tables?filter(t -> t.source == 0) rows = 0>
<#list compared as t><#assign rows += t.foundRows></#list>
${count(rows, "row")} in ${count(compared?size, "table")} compared in ${(millis / 1000)?string("0.0")} s: the target is ${faults?has_content?then("not as planned and must not be used", "as planned")}
<#list notProved as line>
${line}
</#list>
