/** Contains internal classes that access the database tables of this library. The package is not public API. */
@NullMarked
package io.snowflakeid.internal.jdbc;

import org.jspecify.annotations.NullMarked;
