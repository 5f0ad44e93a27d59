/** The story of the merged game servers: played and copied together with three kinds of ids, then merged by server-merge. */
@NullMarked
package io.snowflakeid.demo.worlds;

import org.jspecify.annotations.NullMarked;
