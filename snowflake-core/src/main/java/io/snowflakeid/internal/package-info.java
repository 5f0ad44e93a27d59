/** Contains helpers for the artifacts of this project, which are no API and are not exported to other modules. */
@NullMarked
package io.snowflakeid.internal;

import org.jspecify.annotations.NullMarked;
