/** Builds SQL for each kind of database, opens database sessions, and classifies database exceptions. */
@NullMarked
package io.snowflakeid.merge.sql;

import org.jspecify.annotations.NullMarked;
