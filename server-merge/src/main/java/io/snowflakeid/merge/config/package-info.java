/** The operator's configuration, {@code merge.yaml}, as records. The file {@code merge.schema.json} describes each key. */
@NullMarked
package io.snowflakeid.merge.config;

import org.jspecify.annotations.NullMarked;
