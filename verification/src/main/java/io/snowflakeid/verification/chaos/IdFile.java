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
 * A memory-mapped file with the ids of one thread, 8 bytes per id. The operating system stores an id as soon as the thread adds it, so that no id
 * is lost if the process is killed. Unused mapped space contains zeros. This class is not thread-safe.
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

    /** Removes the unused mapped space from the file. If the file cannot be truncated, zeros remain at its end. */
    @Override
    public void close() throws IOException {
        try (channel) {
            channel.truncate(mappedTo - mapped.remaining());
        }
    }
}
