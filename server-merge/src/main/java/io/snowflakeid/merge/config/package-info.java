/** Reads the configuration file {@code merge.yaml} into records. The file {@code merge.schema.json} describes each setting of {@code merge.yaml}. */
@NullMarked
package io.snowflakeid.merge.config;

import org.jspecify.annotations.NullMarked;
