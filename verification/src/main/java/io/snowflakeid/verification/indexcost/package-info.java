/** Measures what a kind of primary key costs in a table that is larger than the server's memory for pages. */
@NullMarked
package io.snowflakeid.verification.indexcost;

import org.jspecify.annotations.NullMarked;
