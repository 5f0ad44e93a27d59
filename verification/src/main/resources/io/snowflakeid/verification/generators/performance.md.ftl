# What one id costs

Written by a command, which measures ours beside other generators in one run (JMH):

    mvn -q -DskipTests package
    java -jar verification/target/verification.jar generators --json docs/performance.json --page docs/performance.md

Each figure is the mean of several rounds, each in a JVM of its own; a round measures every generator before the next one begins. A round's figure is the fastest of eight iterations, since what else the machine does only slows; after a rest (10,000 ids at once, one id in a millisecond) it is the median of all calls. Behind +- stands half of the 95 % interval. A ratio is met when the worse end of its interval meets the target; it counts as not measured when that cannot be said and the interval is wider than 15 %. Compare ratios, not nanoseconds: they move with the machine, and with what else it does. `--quick` takes less than five minutes and fails when a ratio is 30 % off.

<#assign charts = true>
<#list versions as java, version>
## ${java}

<#assign figures = version>
<#include "figures.md.ftl">
</#list>
## What the rows are

- **Without a break**: calls one after the other, with so many bits of sequence that no millisecond is full. A generator with 12 bits waits there, and is not shown.
- **A fresh millisecond**: 12 bits of sequence (uid-generator: seconds and 30 bits).
- **10,000 at once**: ours by `fill(long[])`, the others call by call; the floor fills the array after one fetch-and-add. One with 12 bits waits for two milliseconds.
- **One id in a millisecond**: nothing is in the caches of the processor; each call reads the clock.
- `prototype` is the least that an honest generator does: a fetch-and-add, and a clock that a helper thread publishes; no lease, no waiting, no listeners. `floor` has no clock at all.
- The age of an id is how far its millisecond lies behind the clock at the beginning of the call, by as many callers as there are processors.

Why: under `rideThrough` calls that come often do not read the clock each time ([design.md](design.md), section 4). Below 128 ids in a tick each call reads it. `tiered` and `refuse` read the wall clock in every call.

Leaf is measured without its constructor, which needs ZooKeeper. What is not measured here: rows and indexes.
