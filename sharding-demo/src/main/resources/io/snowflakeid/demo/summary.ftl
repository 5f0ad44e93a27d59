
<#if orders??>
Orders  ${orders.duplicates} of ${orders.idsChecked} ids occur twice
        ${orders.autoIncrement.duplicates} of ${orders.autoIncrement.orders} orders have the id of another one if each database counts
        ${"database"?right_pad(10)}${"orders by AUTO_INCREMENT"?right_pad(26)}orders by snowflakeid
<#list orders.autoIncrement.neighbours as n>
        ${n.database?right_pad(10)}${n.counted?join(", ")?right_pad(26)}${n.ours?join(", ")}
</#list>
        ${orders.databasesPerLookup} of 4 databases queried for an order by its id, user or payment
        ${orders.outage.accepted} of ${orders.outage.accepted + orders.outage.refused} orders accepted while ${orders.outage.database} was away, ${orders.outage.refused} refused and accepted afterwards
</#if>
<#if merge??>
Merge   3 game servers become 1 database, by a plain copy:
<#list [merge.autoIncrement, merge.textbookSnowflake, merge.snowflake] as result>
        ${result.ids?right_pad(18)}  ${result.primaryKeyClashes} of ${result.sourceRows} primary keys clash, ${result.rowsLost} rows lost, ${result.mislinkedReferences} of ${result.references} references lead to a row of another server
</#list>
        by server-merge:<#if merge.serverMerge.notShown??> skipped, since ${merge.serverMerge.notShown}</#if>
<#list merge.serverMerge.worlds as result>
        ${result.ids?right_pad(18)}  ${result.rowsLost} of ${result.sourceRows} rows lost; ${result.way}
</#list>
</#if>
<#list failures as failure>
FAILED  ${failure}
</#list>
