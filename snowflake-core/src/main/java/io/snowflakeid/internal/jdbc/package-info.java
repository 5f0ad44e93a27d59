/** Contains internal classes for tables of this library in a database, which are not public API. */
@NullMarked
package io.snowflakeid.internal.jdbc;

import org.jspecify.annotations.NullMarked;
