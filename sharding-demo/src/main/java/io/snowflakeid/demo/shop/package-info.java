/** Contains example code for applications with sharded tables. */
@NullMarked
package io.snowflakeid.demo.shop;

import org.jspecify.annotations.NullMarked;
