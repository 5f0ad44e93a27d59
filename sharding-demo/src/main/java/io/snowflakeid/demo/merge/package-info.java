/** Simulates game servers with three kinds of ids, and merges their databases. */
@NullMarked
package io.snowflakeid.demo.merge;

import org.jspecify.annotations.NullMarked;
