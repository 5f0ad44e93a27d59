package io.snowflakeid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.testing.servers.TestDatabase;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two databases, each of which can be switched off. */
class SeveralDatabasesTest {

    private final Switch first = new Switch();
    private final Switch second = new Switch();
    private final Segments segments = Segments.inSteps(4)
            .database(0, first.dataSource())
            .database(1, second.dataSource())
            .acceptVolatileStorage()
            .build();

    private static final class Switch {

        final TestDatabase database = TestDatabase.plainH2("several" + System.nanoTime());
        volatile boolean isOff;
        volatile Throwable fault = new SQLException("switched off");

        DataSource dataSource() {
            DataSource real = database.dataSource();
            return (DataSource) Proxy.newProxyInstance(
                    DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                        if (isOff && method.getName().equals("getConnection")) {
                            throw fault;
                        }
                        return method.invoke(real, arguments);
                    });
        }
    }

    @AfterEach
    void close() throws SQLException {
        segments.close();
        first.database.close();
        second.database.close();
    }

    @Test
    void eachDatabaseMakesTheNumbersOfItsRemainder() {
        SegmentIdSource source = segments.tag("t").step(5, 5).open(); // has a range of each database
        long[] numbers = new long[40];
        source.fill(numbers);
        assertThat(Arrays.stream(numbers)).doesNotHaveDuplicates().allMatch(number -> number % 4 <= 1);
        for (int remainder = 0; remainder < 2; remainder++) {
            int wanted = remainder;
            List<Long> ofOne = Arrays.stream(numbers)
                    .filter(number -> number % 4 == wanted)
                    .boxed()
                    .toList();
            assertThat(ofOne).hasSizeGreaterThanOrEqualTo(5).isSorted();
        }
    }

    @Test
    void numbersGoOnWhileOneDatabaseIsDown() {
        second.isOff = true;
        SegmentIdSource source = segments.tag("t").step(5, 5).open();
        source.fill(new long[50]);
        second.isOff = false;
        source.fill(new long[50]);
        first.isOff = true;
        long[] numbers = new long[50];
        source.fill(numbers);
        assertThat(Arrays.stream(numbers).skip(10)).allMatch(number -> number % 4 == 1);
    }

    static Stream<Throwable> faults() {
        return Stream.of(new SQLException("switched off"), new OutOfMemoryError("switched off"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aCallFailsWithTheReasonIfEveryDatabaseIsDown(Throwable fault) {
        first.fault = fault;
        second.fault = fault;
        SegmentIdSource source =
                segments.tag("t").step(5, 5).maxWait(Duration.ofMillis(60)).open();
        first.isOff = true;
        second.isOff = true;
        assertThatThrownBy(() -> source.fill(new long[100]))
                .isInstanceOf(NoIdAvailableException.class)
                .hasMessageContainingAll("no number of tag 't' within 60 ms", "switched off")
                .hasRootCauseMessage("switched off");
        first.isOff = false;
        assertThat(SegmentsContract.eventually(source::nextId)).isPositive();
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aDatabaseThatFailsOnCloseSkipsNoOther(Throwable fault) {
        first.fault = fault;
        SegmentIdSource source = segments.tag("t").step(5, 5).open(); // has a range of each database
        first.isOff = true;
        assertThatCode(source::close).doesNotThrowAnyException();
        assertThat(source.status().numbersGivenBack()).isEqualTo(5);
    }

    @Test
    void aSourceIsNotOpenedIfNoDatabaseAnswers() {
        assertThatThrownBy(() -> segmentsWithout().tag("t").open()).isInstanceOf(WorkerLedgerException.class);
    }

    @Test
    void aStrictCallFailsInTime() {
        try (Segments one =
                Segments.on(first.dataSource()).acceptVolatileStorage().build()) {
            SegmentIdSource source = one.tag("t")
                    .strictlyIncreasing()
                    .maxWait(Duration.ofMillis(60))
                    .open();
            first.isOff = true;
            NoIdAvailableException failure = catchThrowableOfType(NoIdAvailableException.class, source::nextId);
            assertThat(failure).hasRootCauseMessage("switched off");
            assertThat(failure.waitedMillis()).isBetween(60L, 1_000L);
        }
    }

    private Segments segmentsWithout() {
        first.isOff = true;
        return Segments.on(first.dataSource()).build();
    }

    @Test
    void oneDatabaseWithTwoRemaindersIsRejected() {
        try (Segments twice = Segments.inSteps(2)
                .database(0, first.dataSource())
                .database(1, first.dataSource())
                .acceptVolatileStorage()
                .build()) {
            assertThatThrownBy(() -> twice.tag("t").open())
                    .hasMessageContainingAll("increment 2, remainder 0", "wants increment 2, remainder 1");
        }
    }

    @Test
    void numbersOfSeveralDatabasesCannotIncreaseStrictly() {
        assertThatThrownBy(() -> segments.tag("t").strictlyIncreasing().open())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there are 2: use one database");
    }
}
