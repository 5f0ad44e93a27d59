/** Runs other id generators, each configured as documented, under single faults of the chaos harness. */
@NullMarked
package io.snowflakeid.verification.peers;

import org.jspecify.annotations.NullMarked;
