package io.snowflakeid.verification.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A memory-mapped file with the ids of one thread, 8 bytes each. No id is lost if the process is killed. Unused space contains zeros. */
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

    /** Removes the unused space from the file. */
    @Override
    public void close() throws IOException {
        try (channel) {
            channel.truncate(mappedTo - mapped.remaining());
        }
    }
}
