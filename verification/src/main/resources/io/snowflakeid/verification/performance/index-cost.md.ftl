## An index

    MYSQL_PASSWORD=secret java -jar verification/target/verification.jar index-cost --url jdbc:mysql://host:port/ --user NAME

The command fills a table (a key, a number with an index, 400 characters) for each kind of key, on a server whose memory for pages is limited. The command fails if that memory is not `--pool-mb`. One session inserts 100 rows in a statement and 1,000 in a transaction, in the order in which the keys are made. The keys of a statement are made before the time is taken. A rate is that of the last quarter of the rows at a size. Sizes are from the server's statistics; the files also contain pages that are not used yet. UUIDs are `BINARY(16)` in MySQL and `uuid` in PostgreSQL; UUIDv7s grow within a millisecond too, as those of PostgreSQL 18 do. A kind of key is stopped after `--seconds-per-kind`.

<#list indexCost as server, figures>
### ${server}

<#include "indexCost-figures.md.ftl">
</#list>
### What the sizes mean

- **InnoDB needs growth, not contiguity.** It stores rows in the order of the primary key. A larger key than all before is added to the last page, with gaps between keys or without, so a Snowflake id needs the same pages as a dense number.
- **A random key needs a random page.** When the table outgrows the memory, that page must be read first, and a changed page is written for a few rows. Full pages are split, so pages stay about two thirds full.
- **A long key makes every index of InnoDB larger**, because an entry of another index contains the primary key. In PostgreSQL an entry contains the row's address instead.
- PostgreSQL stores rows in the order of the inserts, so only the index of the key has random pages, and that index may fit in the memory when the table does not. It also reads through the file cache of the operating system, which is not limited here. InnoDB with `O_DIRECT` does not.

