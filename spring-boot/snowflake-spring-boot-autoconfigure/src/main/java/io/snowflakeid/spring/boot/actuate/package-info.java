/** Provides meters, a health check and an actuator endpoint for an application's generators. */
@NullMarked
package io.snowflakeid.spring.boot.actuate;

import org.jspecify.annotations.NullMarked;
