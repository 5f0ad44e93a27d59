/** Other makers of ids, each as its documentation recommends, under the faults of the chaos harness, one fault at a time. */
@NullMarked
package io.snowflakeid.verification.peers;

import org.jspecify.annotations.NullMarked;
