/** Merges the databases of several game servers into one database. */
@NullMarked
package io.snowflakeid.merge;

import org.jspecify.annotations.NullMarked;
