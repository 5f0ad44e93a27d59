/** What the operator asks for: {@code merge.yaml}, as records; {@code merge.schema.json} says what each key means. */
@NullMarked
package io.snowflakeid.merge.config;

import org.jspecify.annotations.NullMarked;
