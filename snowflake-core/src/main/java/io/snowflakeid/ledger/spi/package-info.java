/** Contains the base classes with which developers can implement a ledger for another store. */
@NullMarked
package io.snowflakeid.ledger.spi;

import org.jspecify.annotations.NullMarked;
