package io.snowflakeid;

import java.nio.charset.StandardCharsets;

/**
 * The gene of a sharding key: the top bits of a mixed key, so that an order's id and its user's id lead to the same shard.
 *
 * <p>The hash is {@value #HASH_NAME} and never changes, since rows are routed by it. A whole number is mixed with MurmurHash3's 64-bit
 * finalizer ("fmix64", Austin Appleby); a text is hashed with 64-bit FNV-1a over its UTF-8 bytes (Fowler, Noll, Vo), then mixed. The raw
 * low bits of a key are not used, as those of a Snowflake id are skewed. The number 42 and the text "42" have different genes.
 * {@code docs/gene.md} has test vectors for other languages.
 */
public final class Gene {

    /** Name and version of the hash; another hash would get another name. */
    public static final String HASH_NAME = "fmix64-v1";

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private Gene() {}

    /** The gene of a whole number, which has 0 to 63 bits. */
    public static long of(long key, int bits) {
        return top(fmix64(key), bits);
    }

    /** The gene of a text, which has 0 to 63 bits. */
    public static long of(String key, int bits) {
        long hash = FNV_OFFSET;
        for (byte b : key.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * FNV_PRIME;
        }
        return top(fmix64(hash), bits);
    }

    /**
     * The gene of a key whose type is only known at run time.
     *
     * @throws IllegalArgumentException if the key is null, or neither a whole number (Long, Integer, Short, Byte) nor a text
     */
    public static long ofKey(Object key, int bits) {
        if (key instanceof Long || key instanceof Integer || key instanceof Short || key instanceof Byte) {
            return of(((Number) key).longValue(), bits);
        }
        if (key instanceof CharSequence) {
            return of(key.toString(), bits);
        }
        throw new IllegalArgumentException("a gene is taken from a whole number or a text, but the key is "
                + (key == null ? "null" : "a " + key.getClass().getName())
                + ": set the sharding key before the id is made, or name another property");
    }

    private static long top(long hash, int bits) {
        Limits.requireBetween("bits", bits, 0, 63);
        return bits == 0 ? 0 : hash >>> (64 - bits);
    }

    static long fmix64(long key) {
        long k = key;
        k = (k ^ (k >>> 33)) * 0xff51afd7ed558ccdL;
        k = (k ^ (k >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return k ^ (k >>> 33);
    }
}
