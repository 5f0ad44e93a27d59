/** Code to copy: two entities, a mapper, and a check of uniqueness; the rules of ShardingSphere are a resource of this package. */
@NullMarked
package io.snowflakeid.demo.shop;

import org.jspecify.annotations.NullMarked;
