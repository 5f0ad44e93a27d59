package io.snowflakeid;

import io.snowflakeid.internal.Limits;
import java.nio.charset.StandardCharsets;

/**
 * Computes the gene of a sharding key. A gene consists of the highest bits of the sharding key's hash. An order and its user are stored in the same
 * shard if their ids have the same gene bits.
 *
 * <p>The hash {@value #HASH_NAME} never changes, because the gene decides in which shard a row is stored. A whole number is hashed with the 64-bit
 * finalizer of MurmurHash3 ("fmix64", Austin Appleby). A text is hashed with 64-bit FNV-1a over its UTF-8 bytes (Fowler, Noll, Vo), and the result is
 * hashed with fmix64. The low bits of a key are not used directly, because the low bits of Snowflake ids are unevenly distributed. The number 42 and
 * the text "42" have different hashes. The page {@code docs/gene.md} contains test vectors for other languages.
 */
public final class Gene {

    /** The name and the version of the hash. */
    public static final String HASH_NAME = "fmix64-v1";

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private Gene() {}

    /** Returns the gene of a whole number for the given number of gene bits, from 0 to 63. */
    public static long of(long key, int bits) {
        return top(fmix64(key), bits);
    }

    /** Returns the gene of a text for the given number of gene bits, from 0 to 63. */
    public static long of(String key, int bits) {
        long hash = FNV_OFFSET;
        for (byte b : key.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * FNV_PRIME;
        }
        return top(fmix64(hash), bits);
    }

    /**
     * Returns the gene of a key whose type is only known at run time.
     *
     * @throws IllegalArgumentException if the key is not a Long, Integer, Short, Byte or CharSequence
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
