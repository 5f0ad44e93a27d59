## One id

    java -jar verification/target/verification.jar generators

A figure is the median of several rounds, each of which measures every generator in a separate JVM. In a round, the fastest of eight iterations counts, since other load only slows a generator down; after a pause (10,000 ids at once, one id in a millisecond), the median of all calls counts. The interval contains the median with 95 % probability by the ranks of the rounds (94 % for figures without a target, which have five rounds). A ratio is computed in each round. The ratio is met if the upper end of its interval meets the target, and not measured if that end does not and the interval is wider than 15 % of the ratio. `--quick` takes less than five minutes and fails if a ratio is 30 % off.

<#list generators as java, version>
### ${java}

<#assign figures = version>
<#include "generators-figures.md.ftl">
</#list>
### What the rows are

- **Without a break**: consecutive calls, with enough sequence bits that no millisecond is full. A generator with 12 bits would wait, and is not shown.
- **A fresh millisecond**: 12 bits of sequence (uid-generator: seconds and 30 bits).
- **10,000 at once**: ours by `fill(long[])`, the others by single calls; the floor fills the array after one fetch-and-add. A generator with 12 bits waits for two milliseconds.
- **One id in a millisecond**: processor caches are cold, and each call reads the clock.
- `prototype` is a minimal generator: a fetch-and-add, and a clock that a helper thread publishes, without leases, waits and listeners. `floor` has no clock.
- **Dense numbers** ([segments.md](segments.md)): all sources begin with ranges of 1,000 numbers. Ours are in an H2 in memory; for the others, memory stands for the database, so only the wait is compared. For p99.9, one thread takes 100,000 numbers a second, and the last two of four seconds count. A call of Leaf that finds no range is repeated.
- The age of an id is the time from its millisecond to the beginning of the call, with one caller per processor.

Why: under `rideThrough`, from 256 ids in a tick on, calls do not read the clock each time ([design.md](design.md), section 4). `tiered` and `refuse` read the wall clock in every call.

Leaf is measured without its constructor, which needs ZooKeeper.
