/** What databases are made of: tables, columns, keys, as read from their catalogs, and how a database is asked. */
@NullMarked
package io.snowflakeid.merge.catalog;

import org.jspecify.annotations.NullMarked;
