/** Which columns hold ids that move together, and how they are made unique. */
@NullMarked
package io.snowflakeid.merge.planning.ids;

import org.jspecify.annotations.NullMarked;
