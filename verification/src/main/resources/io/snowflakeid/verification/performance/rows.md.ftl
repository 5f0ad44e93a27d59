
## One row

    java -jar verification/target/verification.jar rows
    java -jar verification/target/verification.jar rows --url jdbc:mysql://host:port/ --user NAME

Each shape runs in several JVMs. In a JVM, short blocks of all kinds of ids alternate in random order. A ratio is computed block by block; the median of a JVM is one round, and the interval contains the median of all JVMs with 95 % probability. A figure is the processor time of the calling thread per row, in transactions of 50 rows. Without a server, the JDBC driver does nothing. On a server, one connection with `rewriteBatchedStatements` inserts the rows, and the processor time includes the driver, but not the server. Only IDENTITY of Hibernate is compared by elapsed time, because each row waits for the server.

A bound is met if the upper end of the interval meets it. `not slower` is met unless the whole interval is above 1. An interval wider than 15 % is no measurement. `--quick` takes less than three minutes and fails if a ratio is 30 % off.

<#list rows as variant, version>
### ${variant}

<#assign figures = version>
<#include "rows-figures.md.ftl">
</#list>
### What the rows are

- **Preset ids**: the application sets a number from a counter, so the adapter has nothing to do.
- **hypersistence TSID**: `@Tsid` of hypersistence-utils in Hibernate; in the other shapes, the application sets the id.
- **pooled-lo**: a sequence table that reserves 50 numbers per access.
- **MyBatis, select and update**: statements without new ids, with and without our interceptor.
- **Jackson**: two ids, two numbers and two texts per entity. With our module, the ids are texts.
- **Why some bounds are missed**: an adapter also generates the id and checks the statement. Without a server, the id alone takes almost as long as 3 % of a MyBatis row (the first two rows of the table for JDBC). In inserts by `foreach`, the interceptor reads all bound parameters, so that no row is stored with an unset id. In MyBatis-Plus, the interceptor checks the SQL of each insert, because an existing row of an upsert keeps its own id. An id as text in JSON has quotation marks, and is copied once more. With `foreach`, IDENTITY sends one value fewer per row, so preset ids are slower than IDENTITY, too.
