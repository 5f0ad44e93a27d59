<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>snowflakeid: results of this run</title>
<style>
  :root {
    color-scheme: light dark;
    --page: #f6f7f9; --card: #fff; --text: #1b1f24; --soft: #5a6472; --line: #dde1e7; --link: #0b6bb0;
    --good: #1a7f37; --bad: #b42318; --goodback: #e6f4ea; --badback: #fdecea;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --page: #12161b; --card: #1a2028; --text: #e6e9ee; --soft: #9aa5b4; --line: #2e3744; --link: #58b0ee;
      --good: #5fd07a; --bad: #ff8a80; --goodback: #16301f; --badback: #3a1b1b;
    }
  }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, "Segoe UI", sans-serif; }
  main { max-width: 64rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
  a { color: var(--link); }
  h1 { font-size: 1.5rem; line-height: 1.25; margin: 0; }
  h2 { font-size: 1.3rem; margin: 2rem 0 .4rem; }
  p { max-width: 48rem; margin: .5rem 0; }
  .soft { color: var(--soft); }
  h1 + p { max-width: none; }
  .verdict { max-width: none; border-radius: .5rem; padding: .6rem 1rem; margin: .8rem 0; font-weight: 600; border-left: .35rem solid; }
  .verdict.good { background: var(--goodback); border-color: var(--good); }
  .verdict.bad { background: var(--badback); border-color: var(--bad); }
  .figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .7rem; margin: .8rem 0; }
  .figure, .box { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
  .figure { padding: .7rem 1rem; }
  .figure b { display: block; font-size: 1.7rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
  .figure span { color: var(--soft); font-size: .92rem; line-height: 1.35; display: block; }
  .good b { color: var(--good); } .bad b { color: var(--bad); }
  .box { overflow-x: auto; margin: .8rem 0; padding: .3rem .6rem; }
  table { border-collapse: collapse; width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums; }
  caption { text-align: left; font-weight: 600; padding: .5rem .4rem .2rem; }
  th, td { text-align: right; padding: .35rem .5rem; border-bottom: 1px solid var(--line); }
  th { color: var(--soft); font-weight: 600; }
  .text { text-align: left; min-width: 7rem; overflow-wrap: break-word; }
  tr:last-child td { border-bottom: 0; }
  .bars { padding: .8rem 1rem; }
  .bars div.row { display: grid; grid-template-columns: 3rem 1fr; gap: .2rem .6rem; margin: .5rem 0; align-items: center; }
  .bars .bar { display: flex; height: 1.3rem; background: var(--line); border-radius: .25rem; overflow: hidden; }
  .bars .yes { background: var(--good); } .bars .no { background: var(--bad); }
  .bars small { grid-column: 2; color: var(--soft); }
  code { font-size: .9em; }
  @media print { body { font-size: 11pt; } .figure, .box, tr { break-inside: avoid; } }
</style>
</head>
<body>
<main>
<h1>snowflakeid: results of this run</h1>
<p class="soft">${when?replace("T", " ")?replace("Z", " UTC")} &middot; ${product} &middot; ${seconds} s &middot; explained in <a href="../sharding-demo/README.md">sharding-demo/README.md</a></p>
<#if allIsWell>
<p class="verdict good">No problem was found: no id occurred twice<#if merge??>, and every row and reference survived the merge</#if>.</p>
<#else>
<p class="verdict bad">Problems were found: <#list failures as failure>${failure}<#sep>; </#list>.</p>
</#if>

<#if merge??>
<h2>3 game servers become one</h2>
<div class="figures">
  <div class="figure <#if merge.snowflake.primaryKeyClashes == 0>good<#else>bad</#if>"><b>${merge.snowflake.primaryKeyClashes}</b><span>of ${merge.snowflake.sourceRows} rows clashed with our ids; ${merge.snowflake.rowsLost} of ${merge.snowflake.sourceRows} rows were lost</span></div>
  <div class="figure bad"><b>${merge.autoIncrement.primaryKeyClashes}</b><span>of ${merge.autoIncrement.sourceRows} rows clashed with AUTO_INCREMENT ids</span></div>
  <div class="figure <#if merge.textbookSnowflake.primaryKeyClashes gt 0>bad</#if>"><b>${merge.textbookSnowflake.primaryKeyClashes}</b><span>of ${merge.textbookSnowflake.sourceRows} rows clashed with a textbook generator without leases</span></div>
<#list merge.serverMerge.worlds as result>
  <div class="figure <#if result.rowsLost == 0>good<#else>bad</#if>"><b>${result.rowsLost}</b><span>of ${result.sourceRows} rows with ${result.ids} ids were lost when <b style="all: unset">server-merge</b> merged the same servers</span></div>
</#list>
</div>
</#if>

<#if orders??>
<h2>Orders on four databases</h2>
<div class="figures">
  <div class="figure <#if orders.duplicates == 0>good<#else>bad</#if>"><b>${orders.duplicates}</b><span>of ${orders.idsChecked} ids occur twice, each compared with every other one</span></div>
  <div class="figure bad"><b>${orders.autoIncrement.duplicates}</b><span>of ${orders.autoIncrement.orders} orders have the number of another one if each database counts: ${orders.autoIncrement.firsts} orders are number 1</span></div>
  <div class="figure <#if orders.databasesPerLookup == 1>good<#else>bad</#if>"><b>${orders.databasesPerLookup}</b><span>of 4 databases is queried for an order by its id, its user or a payment number</span></div>
  <div class="figure <#if orders.ordersMissing == 0>good<#else>bad</#if>"><b>${orders.outage.accepted}</b><span>of ${orders.outage.accepted + orders.outage.refused} orders accepted while ${orders.outage.database} was away; ${orders.outage.refused} were refused, and accepted when it was back</span></div>
</div>
</#if>

<#if merge??>
<h2>The merge in detail</h2>
<p>Three game servers ran at the same time, each with its own database, ${merge.players} players in all. Then all rows were copied
unchanged into one new database. A row whose primary key already existed there could not be copied. This was done three times with
different ids: counted by each server's database, by a textbook generator with its default worker 1 and datacenter 1 on every server,
and by our generator with a ledger and a datacenter number per server.</p>
<div class="box"><table>
<caption>A plain copy</caption>
<tr><th class="text">ids</th><th>rows of 3 servers</th><th>rows merged</th><th>primary keys that clash</th><th>rows lost</th><th>references followed</th><th>references to no row</th><th>references to a row of another server</th></tr>
<#list [merge.autoIncrement, merge.textbookSnowflake, merge.snowflake] as result>
<tr><td class="text">${result.ids}</td><td>${result.sourceRows}</td><td>${result.mergedRows}</td><td>${result.primaryKeyClashes}</td><td>${result.rowsLost}</td><td>${result.references}</td><td>${result.danglingReferences}</td><td>${result.mislinkedReferences}</td></tr>
</#list>
</table></div>
<p class="soft">Such a reference is an item with another owner, or a mail in another player's box. No database reports it.</p>
<#if merge.serverMerge.notShown??>
<p>What server-merge makes of the same servers is skipped, since ${merge.serverMerge.notShown}.</p>
<#else>
<div class="box"><table>
<caption>server-merge, which changes clashing ids and all references to them, and compares every row</caption>
<tr><th class="text">ids</th><th class="text">mapping of ids</th><th>rows of 3 servers</th><th>rows lost</th><th>references followed</th><th>references to no row</th><th>references to a row of another server</th></tr>
<#list merge.serverMerge.worlds as result>
<tr><td class="text">${result.ids}</td><td class="text">${result.way}</td><td>${result.sourceRows}</td><td>${result.rowsLost}</td><td>${result.references}</td><td>${result.danglingReferences}</td><td>${result.mislinkedReferences}</td></tr>
</#list>
</table></div>
</#if>
</#if>

<#if orders??>
<h2>The orders in detail</h2>
<p>${orders.writers} processes wrote ${orders.placed} orders with their items and payments into 64 logical shards on 4 databases,
orders and items through Hibernate, payments through MyBatis. Each process leased its worker id from a table in one of the databases.
Then every row of every table was read back.</p>
<div class="box bars">
<b>While ${orders.outage.database} was away: orders of users in each database</b>
<#list orders.outage.perDatabase as d>
<#assign all = [d.accepted + d.refused, 1]?max>
<div class="row"><span>${d.database}</span><div class="bar"><div class="yes" style="width: ${(100 * d.accepted / all)?c}%"></div><div class="no" style="width: ${(100 * d.refused / all)?c}%"></div></div>
<small>${d.accepted} accepted of ${d.accepted + d.refused} orders, ${d.refused} refused<#if d.database == orders.outage.database> and accepted when it was back</#if></small></div>
</#list>
</div>
<#if orders.outage.firstError?has_content><p class="soft">The first error: <code>${orders.outage.firstError}</code></p></#if>
<div class="box"><table>
<caption>Two orders, one after the other, in each database</caption>
<tr><th class="text">database</th><th>order numbers by AUTO_INCREMENT</th><th>order numbers by snowflakeid</th></tr>
<#list orders.autoIncrement.neighbours as n>
<tr><td class="text">${n.database}</td><td>${n.counted?join(", ")}</td><td>${n.ours?join(", ")}</td></tr>
</#list>
</table></div>
<p class="soft">With AUTO_INCREMENT, the same number is an order of another customer in each of the other databases, and a customer with number 1001 knows the number of earlier orders.</p>
<div class="box"><table>
<caption>Look-ups, counted at the driver</caption>
<tr><th class="text">by</th><th class="text">through</th><th>queries</th><th>databases of 4, at most</th><th>statements at most</th><th>not found, of the queries</th></tr>
<#list orders.lookUps as l>
<tr><td class="text">${l.by}</td><td class="text">${l.through}</td><td>${l.queries}</td><td>${l.databases}</td><td>${l.statements}</td><td>${l.missed} of ${l.queries}</td></tr>
</#list>
</table></div>
<div class="box"><table>
<caption>What was checked</caption>
<tr><th class="text">question</th><th>answer</th></tr>
<tr><td class="text">ids that occur more than once</td><td>${orders.duplicates} of ${orders.idsChecked} ids</td></tr>
<tr><td class="text">placed orders that are not stored</td><td>${orders.ordersMissing} of ${orders.placed} orders</td></tr>
<tr><td class="text">orders that are stored twice</td><td>${orders.ordersTwice} of ${orders.placed} orders</td></tr>
<tr><td class="text">orders whose items or payments do not add up to their amount</td><td>${orders.incomplete} of ${orders.placed} orders</td></tr>
<tr><td class="text">rows outside the shard of their gene</td><td>${orders.misplacedRows} of ${orders.idsChecked} rows</td></tr>
</table></div>
<p class="soft">Orders in each database: <#list orders.rowsPerDatabase as d>${d.orders} of ${orders.placed} in ${d.database}<#sep>, </#list>.
Ids per worker: <#list orders.idsPerWorker as worker, ids>${ids} of ${orders.idsChecked} by worker ${worker}<#sep>, </#list>.</p>
</#if>

<p class="soft">The same figures for machines are in <code>report.json</code> beside this page.</p>
</main>
</body>
</html>
