/** Compares the definitions of a source with those of the main server. */
@NullMarked
package io.snowflakeid.merge.planning.definitions;

import org.jspecify.annotations.NullMarked;
