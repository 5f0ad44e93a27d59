/** What a plan is made from: the definitions of all sources, the draft, what is found. */
@NullMarked
package io.snowflakeid.merge.planning.draft;

import org.jspecify.annotations.NullMarked;
