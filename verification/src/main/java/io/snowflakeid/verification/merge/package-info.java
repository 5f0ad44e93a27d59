/** What a merge of servers costs, beside the server's own copy of the same rows. */
@NullMarked
package io.snowflakeid.verification.merge;

import org.jspecify.annotations.NullMarked;
