package io.snowflakeid.verification.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
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
    private MappedByteBuffer mapped;
    private long mappedFrom;

    private IdFile(FileChannel channel) throws IOException {
        this.channel = channel;
        mapped = map(0);
    }

    static IdFile create(Path file) throws IOException {
        return new IdFile(FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    private MappedByteBuffer map(long from) throws IOException {
        MappedByteBuffer part = channel.map(MapMode.READ_WRITE, from, MAPPED_BYTES);
        part.order(ORDER);
        return part;
    }

    /** @throws UncheckedIOException if there is no room for more */
    void add(long id) {
        if (!mapped.hasRemaining()) {
            mappedFrom += MAPPED_BYTES;
            try {
                mapped = map(mappedFrom);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        mapped.putLong(id);
    }

    /** Cuts off what was mapped and not used; where that is not possible, zeros remain. */
    @Override
    public void close() throws IOException {
        try (channel) {
            channel.truncate(mappedFrom + mapped.position());
        }
    }
}
