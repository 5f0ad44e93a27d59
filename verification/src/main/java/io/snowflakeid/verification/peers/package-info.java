/** Runs other id generators under single faults of the chaos harness; each generator has its documented configuration. */
@NullMarked
package io.snowflakeid.verification.peers;

import org.jspecify.annotations.NullMarked;
