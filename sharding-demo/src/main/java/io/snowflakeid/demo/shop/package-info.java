/** Code to copy: two entities, a mapper, a check of uniqueness, and the rules of ShardingSphere as a resource. */
@NullMarked
package io.snowflakeid.demo.shop;

import org.jspecify.annotations.NullMarked;
