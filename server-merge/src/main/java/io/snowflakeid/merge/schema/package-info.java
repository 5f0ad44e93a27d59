/** What databases are made of: tables, columns, keys, as read from their catalogs. */
@NullMarked
package io.snowflakeid.merge.schema;

import org.jspecify.annotations.NullMarked;
