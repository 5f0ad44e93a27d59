/** The SQL of each kind of database, and of the rows that a merge moves. */
@NullMarked
package io.snowflakeid.merge.sql;

import org.jspecify.annotations.NullMarked;
