/** For those who write a ledger of their own: the rules that every ledger keeps, as pure functions. */
@NullMarked
package io.snowflakeid.ledger.spi;

import org.jspecify.annotations.NullMarked;
