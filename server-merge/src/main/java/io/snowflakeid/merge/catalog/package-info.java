/** Reads the definitions of tables, columns and keys from database catalogs. */
@NullMarked
package io.snowflakeid.merge.catalog;

import org.jspecify.annotations.NullMarked;
