/** Creates a plan from the sources and the configuration. */
@NullMarked
package io.snowflakeid.merge.planning;

import org.jspecify.annotations.NullMarked;
