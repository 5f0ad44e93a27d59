/** The common part of all ledgers in a store that is reached over a network, for authors of other ledgers and not for applications. */
@NullMarked
package io.snowflakeid.ledger.spi;

import org.jspecify.annotations.NullMarked;
