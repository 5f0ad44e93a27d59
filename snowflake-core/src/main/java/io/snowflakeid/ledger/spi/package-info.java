/** The common part of all ledgers in a store that is reached over a network, for authors of another ledger. Applications do not need it. */
@NullMarked
package io.snowflakeid.ledger.spi;

import org.jspecify.annotations.NullMarked;
