## How cost grows

    java -jar verification/target/verification.jar growth --url jdbc:mysql://127.0.0.1:3306/ --user root --password-env MYSQL_PASSWORD

The command takes at most eight minutes, and `--quick` less than two. The ledger is in the database of `--url`, or in H2 in the memory of the process; H2's work then counts as the process's. `--redis` adds a start with a ledger in Redis. An exponent is the slope of the least-squares line through the logarithms: 0 means that a figure does not depend on the number, and 1 means that the figure is proportional to the number.

<#list growth as variant, version>
### ${variant}

<#assign figures = version>
<#include "growth-figures.md.ftl">
</#list>
### What the figures are

- **Bars**: Twitter required of its service in 2010 10,000 ids per second and process, and 2 ms for an answer without the network. The calls at 10,000 ids per second use a generator with a lease; a run of 25 s contains a renewal.
- **Threads and generators**: median of the rounds. `DEFAULT` allows 4,096,000 ids per second and generator, which is the highest possible figure of its first line; calls then wait, and waiting uses little processor time. The processor time is that of the whole process.
- **Workers at once**: each process is a thread, with eight pools of five connections for all. New workers have no row yet; released workers have one.
- **Idle generators**: differences to the process before it opened the generators. The heap is measured after a collection. A generator with a fixed worker has no thread after 5 s without a task. A generator with a lease has one thread, which sleeps between two renewals. Statements are the calls that a driver sends to the server, with the default window.
- **First id**: the connection pool is open before the first start. The first start of a database creates the tables. Sources are measured in this order, so that a later source finds the classes of an earlier one loaded.
- **On paper**: computed by the command from the figures above it, with two workers per process, because a rolling update starts processes before it stops others, and a crashed process keeps its worker for two windows.

