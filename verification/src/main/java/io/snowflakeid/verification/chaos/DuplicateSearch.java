package io.snowflakeid.verification.chaos;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/** Finds equal ids in many files, in limited memory. Each pass over the files sorts one part of the ids, selected by a hash. */
final class DuplicateSearch {

    static final int SHOWN = 10;

    private static final int BUFFER_BYTES = 256 * 1024;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final int idsInMemory;
    private final ChaosRun.Progress progress;
    private long[] share = {};
    private int filled;

    DuplicateSearch(int idsInMemory, ChaosRun.Progress progress) {
        this.idsInMemory = idsInMemory;
        this.progress = progress;
    }

    /** Returns the number of ids that fit into a quarter of the heap, but at most into 256 MB. */
    static int idsForThisHeap() {
        return (int) Math.min(32L << 20, Runtime.getRuntime().maxMemory() / 4 / Long.BYTES);
    }

    /** @param duplicates the count of ids that are equal to an earlier id */
    record Found(long ids, long duplicates, List<Sighting> first) {}

    record Sighting(long id, List<Path> files) {}

    Found in(List<Path> files) throws IOException {
        long most = files.stream().mapToLong(file -> file.toFile().length()).sum() / Long.BYTES;
        long passes = 1 + (most + most / 4) / idsInMemory; // the sizes of partitions differ slightly
        share = new long[(int) Math.min(most, idsInMemory)];
        long ids = 0;
        long duplicates = 0;
        NavigableSet<Long> repeated = new TreeSet<>();
        for (long pass = 0; pass < passes; pass++) {
            progress.show("compare every id with every other one", ids, most);
            read(files, pass, passes);
            Arrays.sort(share, 0, filled);
            for (int i = 1; i < filled; i++) {
                if (share[i] == share[i - 1]) {
                    duplicates++;
                    repeated.add(share[i]);
                    if (repeated.size() > SHOWN) {
                        repeated.pollLast();
                    }
                }
            }
            ids += filled;
        }
        return new Found(ids, duplicates, sightings(repeated, files));
    }

    private void read(List<Path> files, long pass, long passes) throws IOException {
        filled = 0;
        for (Path file : files) {
            forEachId(file, id -> {
                if ((((id ^ (id >>> 32)) * SPREAD) >>> 33) % passes == pass) {
                    add(id);
                }
            });
        }
    }

    private void add(long id) {
        if (filled == share.length) {
            share = Arrays.copyOf(share, share.length + share.length / 2 + 1);
        }
        share[filled++] = id;
    }

    private static List<Sighting> sightings(NavigableSet<Long> repeated, List<Path> files) throws IOException {
        Map<Long, List<Path>> seen = new TreeMap<>();
        repeated.forEach(id -> seen.put(id, new ArrayList<>()));
        for (Path file : repeated.isEmpty() ? List.<Path>of() : files) {
            forEachId(file, id -> {
                List<Path> places = seen.get(id);
                if (places != null) {
                    places.add(file);
                }
            });
        }
        return seen.entrySet().stream()
                .map(entry -> new Sighting(entry.getKey(), List.copyOf(entry.getValue())))
                .toList();
    }

    private static void forEachId(Path file, LongConsumer taker) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocateDirect(BUFFER_BYTES).order(IdFile.ORDER);
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            while (in.read(bytes) >= 0) {
                bytes.flip();
                while (bytes.remaining() >= Long.BYTES) {
                    long id = bytes.getLong();
                    if (id != 0) {
                        taker.accept(id);
                    }
                }
                bytes.compact();
            }
        }
    }
}
