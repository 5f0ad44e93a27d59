/** Contains the ledgers of the core, which are a fixed worker id, with or without a file, and a table in a database. */
@NullMarked
package io.snowflakeid.ledger;

import org.jspecify.annotations.NullMarked;
