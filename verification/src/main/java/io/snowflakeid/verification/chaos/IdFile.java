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
 * The ids of one thread, 8 bytes each, in a file that is mapped into memory: an id is safe with the operating system as soon as it is
 * added, so a process that is killed takes none of them with it. What was mapped and not yet written is zero. For one thread.
 */
final class IdFile implements AutoCloseable {

    /** Of all such files. */
    static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    private static final int MAPPED_BYTES = 4 << 20;

    private final FileChannel channel;
    private ByteBuffer mapped = ByteBuffer.allocate(0);
    private long mappedTo;

    /** Makes a new file. */
    IdFile(Path file) throws IOException {
        channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /** @throws UncheckedIOException if there is no room for more */
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

    /** Cuts off what was mapped and not used; where that is not possible, zeros remain. */
    @Override
    public void close() throws IOException {
        try (channel) {
            channel.truncate(mappedTo - mapped.remaining());
        }
    }
}
