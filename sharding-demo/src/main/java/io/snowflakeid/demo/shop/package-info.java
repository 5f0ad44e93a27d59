/** What to copy: two entities, a mapper, and a check of uniqueness; the rules of ShardingSphere lie beside them as a resource. */
@NullMarked
package io.snowflakeid.demo.shop;

import org.jspecify.annotations.NullMarked;
