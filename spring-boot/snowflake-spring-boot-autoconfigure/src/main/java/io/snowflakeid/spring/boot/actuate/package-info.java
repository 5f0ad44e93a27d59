/** Meters, health and the actuator endpoint of an application's generators. */
@NullMarked
package io.snowflakeid.spring.boot.actuate;

import org.jspecify.annotations.NullMarked;
