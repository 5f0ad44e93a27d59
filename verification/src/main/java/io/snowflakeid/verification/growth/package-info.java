/** Measures how the cost of ids, generators and leases grows with their number. */
@NullMarked
package io.snowflakeid.verification.growth;

import org.jspecify.annotations.NullMarked;
