/** The merge of game servers with three kinds of ids, by a plain copy and by server-merge. */
@NullMarked
package io.snowflakeid.demo.merge;

import org.jspecify.annotations.NullMarked;
