
<#if orders??>
Orders  ${orders.duplicates} of ${orders.idsChecked} ids occur twice
        ${orders.autoIncrement.duplicates} of ${orders.autoIncrement.orders} orders have the id of another one if each database counts
        ${orders.databasesPerLookup} of 4 databases asked for an order by its id, user or payment
        ${orders.outage.accepted} of ${orders.outage.accepted + orders.outage.refused} orders accepted while ${orders.outage.database} was away, ${orders.outage.refused} refused and accepted afterwards
</#if>
<#if merge??>
Merge   3 game servers become 1 database, by a plain copy:
<#list [merge.autoIncrement, merge.textbookSnowflake, merge.snowflake] as world>
        ${world.ids?right_pad(18)}  ${world.primaryKeyClashes} of ${world.sourceRows} primary keys clash, ${world.rowsLost} rows lost, ${world.mislinkedReferences} of ${world.references} references lead to a stranger
</#list>
        by server-merge:<#if merge.serverMerge.notShown??> not shown, since ${merge.serverMerge.notShown}</#if>
<#list merge.serverMerge.worlds as world>
        ${world.ids?right_pad(18)}  ${world.rowsLost} of ${world.sourceRows} rows lost; ${world.way}
</#list>
</#if>
<#list failures as failure>
FAILED  ${failure}
</#list>
