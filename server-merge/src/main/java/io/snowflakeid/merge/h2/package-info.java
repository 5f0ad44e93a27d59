/** Support for H2, for the demo and for fast tests. The user needs administrator rights to read how objects are created. */
@NullMarked
package io.snowflakeid.merge.h2;

import org.jspecify.annotations.NullMarked;
