/** How fast a merge is, beside the server's own copy of the same rows. */
@NullMarked
package io.snowflakeid.merge.bench;

import org.jspecify.annotations.NullMarked;
