/** What the operator asks for: {@code merge.yaml}, as records that cannot be wrong. */
@NullMarked
package io.snowflakeid.merge.config;

import org.jspecify.annotations.NullMarked;
