/** Contains the ledgers that use a fixed worker id or a database. */
@NullMarked
package io.snowflakeid.ledger;

import org.jspecify.annotations.NullMarked;
