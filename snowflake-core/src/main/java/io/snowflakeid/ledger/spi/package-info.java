/**
 * For those who write a ledger of their own: the rules that every ledger keeps, as pure functions, and what ledgers in a store that is
 * reached over a network have in common. Applications need none of it.
 */
@NullMarked
package io.snowflakeid.ledger.spi;

import org.jspecify.annotations.NullMarked;
