/** Runs other id generators under single faults of the chaos harness, with the documented configuration of each generator. */
@NullMarked
package io.snowflakeid.verification.peers;

import org.jspecify.annotations.NullMarked;
