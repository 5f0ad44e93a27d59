/** Definitions of tables, columns and keys, read from the catalogs of databases, and code that executes queries. */
@NullMarked
package io.snowflakeid.merge.catalog;

import org.jspecify.annotations.NullMarked;
