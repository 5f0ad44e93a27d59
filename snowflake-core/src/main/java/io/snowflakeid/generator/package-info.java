/** Contains the generator that makes ids from the lease of a worker. */
@NullMarked
package io.snowflakeid.generator;

import org.jspecify.annotations.NullMarked;
