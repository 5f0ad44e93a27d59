package io.snowflakeid.verification.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The ids of one thread, 8 bytes each, in a memory-mapped file. The operating system has an id as soon as it is added, so a killed
 * process loses none. Unused mapped space is zero. Not thread-safe.
 */
final class IdFile implements AutoCloseable {

    static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    private static final int MAPPED_BYTES = 4 << 20;

    private final FileChannel channel;
    private ByteBuffer mapped = ByteBuffer.allocate(0);
    private long mappedTo;

    IdFile(Path file) throws IOException {
        channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /** @throws UncheckedIOException if the file cannot grow */
    void add(long id) {
        if (!mapped.hasRemaining()) {
            try {
                mapped = channel.map(MapMode.READ_WRITE, mappedTo, MAPPED_BYTES).order(ORDER);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            mappedTo += MAPPED_BYTES;
        }
        mapped.putLong(id);
    }

    /** Removes unused mapped space. If that is not possible, zeros remain. */
    @Override
    public void close() throws IOException {
        try (channel) {
            channel.truncate(mappedTo - mapped.remaining());
        }
    }
}
