package io.snowflakeid.verification.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.verification.chaos.DuplicateSearch.Found;
import io.snowflakeid.verification.chaos.DuplicateSearch.Sighting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuplicateSearchTest {

    @TempDir
    private Path folder;

    @Test
    void findsDuplicatesInOneFileAndInSeveralWithTheirFiles() throws IOException {
        Path a = file("a", LongStream.rangeClosed(1, 5_000));
        Path b = file("b", LongStream.concat(LongStream.rangeClosed(5_001, 9_999), LongStream.of(17)));
        Path c = file("c", LongStream.of(4_711, 17, 123_456, 4_711));

        Found found = search(100, a, b, c);

        assertThat(found.ids()).isEqualTo(10_004);
        assertThat(found.duplicates()).isEqualTo(4);
        assertThat(found.first())
                .containsExactly(new Sighting(17, List.of(a, b, c)), new Sighting(4_711, List.of(a, c, c)));
    }

    /** All ids are in the same partition. */
    @Test
    void findsAnIdThatOccursMoreOftenThanMemoryHasRoomFor() throws IOException {
        Path file = file("again", LongStream.generate(() -> 4_711).limit(1_000));

        Found found = search(10, file);

        assertThat(found.ids()).isEqualTo(1_000);
        assertThat(found.duplicates()).isEqualTo(999);
    }

    @Test
    void countsWhatASetCounts() throws IOException {
        Random random = new Random(7);
        long[] ids = random.longs(50_000, 1, 60_000).toArray();
        Set<Long> different = new HashSet<>();
        LongStream.of(ids).forEach(different::add);

        Found found = search(1_234, file("random", LongStream.of(ids)));

        assertThat(found.duplicates()).isEqualTo(ids.length - different.size());
        assertThat(found.first()).hasSize(DuplicateSearch.SHOWN);
    }

    @Test
    void passesOverWhatAKilledProcessHadMappedAndNotWrittenAndOverATornEnd() throws IOException {
        Path file = file("killed", LongStream.of(5, 0, 6, 0, 0));
        Files.write(file, new byte[] {1, 2, 3}, java.nio.file.StandardOpenOption.APPEND);

        assertThat(search(100, file)).isEqualTo(new Found(2, 0, List.of()));
    }

    @Test
    void readsWhatAnIdFileHoldsBeforeAndAfterItIsClosed() throws IOException {
        Path path = folder.resolve("mapped");
        int ids = 600_000;
        try (IdFile file = new IdFile(path)) {
            for (long id = 1; id <= ids; id++) {
                file.add(id);
            }
            assertThat(search(1_000_000, path)).isEqualTo(new Found(ids, 0, List.of()));
        }
        assertThat(path).hasSize(8L * ids);
        assertThat(search(1_000_000, path)).isEqualTo(new Found(ids, 0, List.of()));
    }

    private Found search(int idsInMemory, Path... files) throws IOException {
        return new DuplicateSearch(idsInMemory, (step, done, total) -> {}).in(List.of(files));
    }

    private Path file(String name, LongStream ids) throws IOException {
        long[] all = ids.toArray();
        ByteBuffer bytes = ByteBuffer.allocate(all.length * Long.BYTES).order(IdFile.ORDER);
        bytes.asLongBuffer().put(all);
        return Files.write(folder.resolve(name), bytes.array());
    }
}
