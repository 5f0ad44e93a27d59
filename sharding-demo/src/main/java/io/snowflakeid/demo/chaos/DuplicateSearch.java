package io.snowflakeid.demo.chaos;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Compares every id of many files with every other one, in little memory: parts are sorted and written, then merged. Zeros are no
 * ids, and fewer than 8 bytes at the end of a file are the remains of a process that died while it wrote.
 */
final class DuplicateSearch {

    /** How many ids that occurred more than once are kept. */
    static final int SHOWN = 10;

    private static final int BUFFER_BYTES = 256 * 1024;

    private final Path folder;
    private final int idsInMemory;
    private final LongConsumer progress;
    private final List<Path> sorted = new ArrayList<>();

    /**
     * @param folder for what does not fit into memory, as much as the files together; it is removed again
     * @param idsInMemory how many ids are sorted at once, 8 bytes each
     * @param progress told the number of ids that were read or compared, twice as many as there are in the end
     */
    DuplicateSearch(Path folder, int idsInMemory, LongConsumer progress) {
        this.folder = folder;
        this.idsInMemory = idsInMemory;
        this.progress = progress;
    }

    /** A quarter of the heap, and no more than 256 MB. */
    static int idsForThisHeap() {
        return (int) Math.min(32L << 20, Runtime.getRuntime().maxMemory() / 4 / Long.BYTES);
    }

    /** How far the progress may go, if the files hold nothing but ids. */
    static long stepsFor(List<Path> files) throws IOException {
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        return 2 * bytes / Long.BYTES;
    }

    /**
     * What was found.
     *
     * @param ids how many there are
     * @param duplicates how many of them occurred before: ids without those that are different
     * @param first some that occurred more than once, the smallest ones
     */
    record Found(long ids, long duplicates, List<Sighting> first) {}

    /** An id that occurred more than once, and where. */
    record Sighting(long id, List<Path> files) {}

    Found in(List<Path> files) throws IOException {
        try {
            long ids = sortInParts(files);
            return merge(ids, files);
        } finally {
            for (Path part : sorted) {
                Files.deleteIfExists(part);
            }
        }
    }

    private long sortInParts(List<Path> files) throws IOException {
        long[] part = new long[idsInMemory];
        int filled = 0;
        long ids = 0;
        for (Path file : files) {
            try (IdReader reader = new IdReader(file)) {
                for (long id = reader.next(); id != IdReader.END; id = reader.next()) {
                    if (filled == part.length) {
                        writeSorted(part, filled);
                        ids += filled;
                        filled = 0;
                        progress.accept(ids);
                    }
                    part[filled++] = id;
                }
            }
        }
        writeSorted(part, filled);
        progress.accept(ids + filled);
        return ids + filled;
    }

    private void writeSorted(long[] part, int filled) throws IOException {
        Arrays.sort(part, 0, filled);
        Path file = folder.resolve("sorted-" + sorted.size());
        sorted.add(file);
        ByteBuffer bytes = ByteBuffer.allocateDirect(BUFFER_BYTES).order(IdFile.ORDER);
        try (FileChannel out = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            for (int from = 0; from < filled; from += BUFFER_BYTES / Long.BYTES) {
                int count = Math.min(BUFFER_BYTES / Long.BYTES, filled - from);
                bytes.clear();
                LongBuffer longs = bytes.asLongBuffer();
                longs.put(part, from, count);
                bytes.limit(count * Long.BYTES);
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
            }
        }
    }

    private Found merge(long ids, List<Path> files) throws IOException {
        PriorityQueue<IdReader> heads = new PriorityQueue<>(Comparator.comparingLong(IdReader::head));
        try {
            for (Path part : sorted) {
                add(heads, new IdReader(part));
            }
            return compare(heads, ids, files);
        } finally {
            for (IdReader reader : heads) {
                reader.close();
            }
        }
    }

    private static void add(PriorityQueue<IdReader> heads, IdReader reader) throws IOException {
        if (reader.next() == IdReader.END) {
            reader.close();
        } else {
            heads.add(reader);
        }
    }

    /** Takes runs from the smallest head up to the next one: parts overlap little in time, so most steps need no queue. */
    private Found compare(PriorityQueue<IdReader> heads, long ids, List<Path> files) throws IOException {
        long duplicates = 0;
        long compared = 0;
        long last = 0;
        Map<Long, List<Path>> repeated = new TreeMap<>();
        for (IdReader reader = heads.poll(); reader != null; reader = heads.poll()) {
            IdReader next = heads.peek();
            long limit = next == null ? Long.MAX_VALUE : next.head();
            long id = reader.head();
            while (id != IdReader.END && id <= limit) {
                if (id == last && compared > 0) {
                    duplicates++;
                    if (repeated.size() < SHOWN) {
                        repeated.put(id, new ArrayList<>());
                    }
                }
                last = id;
                compared++;
                if (compared % idsInMemory == 0) {
                    progress.accept(ids + compared);
                }
                id = reader.next();
            }
            if (id == IdReader.END) {
                reader.close();
            } else {
                heads.add(reader);
            }
        }
        return new Found(ids, duplicates, sightings(repeated, files));
    }

    private static List<Sighting> sightings(Map<Long, List<Path>> repeated, List<Path> files) throws IOException {
        if (repeated.isEmpty()) {
            return List.of();
        }
        for (Path file : files) {
            try (IdReader reader = new IdReader(file)) {
                for (long id = reader.next(); id != IdReader.END; id = reader.next()) {
                    @Nullable List<Path> seen = repeated.get(id);
                    if (seen != null) {
                        seen.add(file);
                    }
                }
            }
        }
        return repeated.entrySet().stream()
                .map(entry -> new Sighting(entry.getKey(), List.copyOf(entry.getValue())))
                .toList();
    }

    /** The ids of one file, one after the other. */
    private static final class IdReader implements AutoCloseable {

        /** No id is 0. */
        static final long END = 0;

        private final FileChannel channel;
        private final ByteBuffer bytes =
                ByteBuffer.allocateDirect(BUFFER_BYTES).order(IdFile.ORDER).limit(0);
        private long head;

        IdReader(Path file) throws IOException {
            channel = FileChannel.open(file, StandardOpenOption.READ);
        }

        /** What {@link #next} returned. */
        long head() {
            return head;
        }

        long next() throws IOException {
            do {
                if (bytes.remaining() < Long.BYTES && !fill()) {
                    head = END;
                    return END;
                }
                head = bytes.getLong();
            } while (head == 0);
            return head;
        }

        private boolean fill() throws IOException {
            bytes.compact();
            while (bytes.position() < Long.BYTES && channel.read(bytes) >= 0) {
                // a file may give less than it was asked for
            }
            bytes.flip();
            return bytes.remaining() >= Long.BYTES;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
