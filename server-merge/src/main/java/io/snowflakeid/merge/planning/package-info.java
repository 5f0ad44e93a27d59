/** Reads the sources and decides what a run will do. */
@NullMarked
package io.snowflakeid.merge.planning;

import org.jspecify.annotations.NullMarked;
