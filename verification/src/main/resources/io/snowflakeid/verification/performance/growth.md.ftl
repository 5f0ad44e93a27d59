## How cost grows

    MYSQL_PASSWORD=secret java -jar verification/target/verification.jar growth --url jdbc:mysql://host:port/ --user NAME

The command takes at most eight minutes, and `--quick` less than two. The ledger is in the database of `--url`, or in H2 in the memory of the process; H2's work then counts as the process's. `--redis` adds a start with a ledger in Redis. An exponent is the slope of the least-squares line through the logarithms: 0 means that a figure does not depend on the number, and 1 means that the figure is proportional to the number.

<#list growth as variant, version>
### ${variant}

<#assign figures = version>
<#include "growth-figures.md.ftl">
</#list>
### What the figures are

- **Bars**: in 2010, Twitter required 10,000 ids per second of a process, and an answer within 2 ms without the network. The calls at 10,000 ids per second use a generator with a lease. A run of 25 s contains a renewal.
- **Threads that share a generator**: ids per second are the fastest round, since other load only slows a round down. Processor time is the median of the rounds, and belongs to the whole process. `DEFAULT` allows 4,096,000 ids per second, and a little more in a burst. An exponent near 0 means that threads beyond the processors cost nothing; for `DEFAULT`, the processor time also contains the parking of calls that wait for the clock.
- **Generators in use**: each generator allows another 4,096,000 ids per second, until the processors are the limit. With many generators, each gets few calls in a millisecond, so that each call reads the clock, and the generators no longer fit into the processor's cache.
- **Workers acquired at once**: each process is a thread, with eight pools of five connections for all. Times count from the common beginning. New workers have no row yet; released workers have a row. A few processes do not keep the connections busy, so the exponent of the total is below 1. An acquisition reads the rows of all workers, so far more processes take longer than the fitted line says.
- **Idle generators**: the heap is the difference after a collection. Processor time and threads are those of the generators' own threads. Figures are per generator, so an exponent near 0 means that the total is proportional to the generators. A generator with a fixed worker has no thread after 5 s without a task. A generator with a lease has a thread that sleeps between renewals, and a thread for its listeners for 5 s after each renewal. Statements are the calls that a driver sends to the server, with the default window of 2 min. The start of one more process takes longer with more workers, because an acquisition reads the rows of all workers.
- **First id**: the connection pool is open before the first start. The first start with a database creates the tables. A later source finds the classes of an earlier source loaded.
- **On paper**: computed from the figures above, with two workers per process, because a rolling update starts processes before it stops others, and a crashed process keeps its worker for two windows.

