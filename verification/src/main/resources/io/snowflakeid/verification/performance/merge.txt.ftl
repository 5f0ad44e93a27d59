<#function whole number><#return number?string(",##0")></#function>
<#function tenths number><#return number?string("0.0")></#function>
${product}, <#if durable>every commit is kept<#else>NOT DURABLE: commits may be lost, which flatters both</#if>
INSERT ... SELECT  ${whole(copyRate)} rows/s, ${whole(rows)} rows
<#list merges as merge>
<#assign rate = rows / merge.runSeconds>

${merge.ids?right_pad(6)} plan ${tenths(merge.planSeconds)} s, run ${tenths(merge.runSeconds)} s, ${whole(rate)} rows/s: ${whole(100 * rate / copyRate)} % of the copy
       verify ${tenths(merge.verifySeconds)} s with one session: ${whole(100 * merge.verifySeconds / merge.runSeconds)} % of the run; ${tenths(merge.verifyFourSeconds)} s with four: ${whole(100 * merge.verifyFourSeconds / merge.runSeconds)} %
</#list>
