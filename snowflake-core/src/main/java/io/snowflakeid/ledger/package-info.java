/** Contains the ledgers for fixed worker ids, and for worker ids that a database leases. */
@NullMarked
package io.snowflakeid.ledger;

import org.jspecify.annotations.NullMarked;
