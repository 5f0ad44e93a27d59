/** Contains the common code of ledgers in a store, for developers of further ledgers. */
@NullMarked
package io.snowflakeid.ledger.spi;

import org.jspecify.annotations.NullMarked;
