/** Code that an application can copy, such as two entities, a mapper, a check of uniqueness, and ShardingSphere's rules as a resource. */
@NullMarked
package io.snowflakeid.demo.shop;

import org.jspecify.annotations.NullMarked;
