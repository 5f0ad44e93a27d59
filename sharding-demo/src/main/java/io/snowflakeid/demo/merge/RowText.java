package io.snowflakeid.demo.merge;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The checksum of a table, whatever the order of its rows: the sum, modulo 2<sup>64</sup>, of the first 8 bytes of the SHA-256 of
 * each row's text. A sum, since with an exclusive or two equal rows would cancel each other.
 *
 * <p>Not thread-safe.
 */
final class RowText {

    private final MessageDigest sha256 = sha256();
    private long sum;

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256, this one has not", e);
        }
    }

    void add(Row row) {
        byte[] digest = sha256.digest(text(row).getBytes(StandardCharsets.UTF_8));
        sum += ByteBuffer.wrap(digest).getLong();
    }

    /** Each value with its length before it, so that no two rows have the same text. */
    private static String text(Row row) {
        StringBuilder text = new StringBuilder().append(row.id());
        for (Object value : row.values()) {
            String plain = value.toString();
            text.append('|').append(plain.length()).append(':').append(plain);
        }
        return text.toString();
    }

    /** The sum so far, 16 hexadecimal digits. */
    String checksum() {
        return String.format("%016x", sum);
    }
}
