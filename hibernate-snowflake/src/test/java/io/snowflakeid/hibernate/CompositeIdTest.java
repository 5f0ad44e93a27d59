package io.snowflakeid.hibernate;

import static io.snowflakeid.hibernate.HibernateOn.assertMadeBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.hibernate.Entities.Identified;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import java.io.Serializable;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Ids of several parts: some are generated, others are set by the application. */
class CompositeIdTest {

    private static final int WORKER = 750;

    @Embeddable
    static class SeatKey implements Serializable {
        @GeneratedValue
        @SnowflakeId
        Long number;

        String hall;

        @Override
        public boolean equals(Object other) {
            return other instanceof SeatKey key && Objects.equals(number, key.number) && Objects.equals(hall, key.hall);
        }

        @Override
        public int hashCode() {
            return Objects.hash(number, hall);
        }
    }

    @Entity(name = "Seat")
    static class Seat {
        @EmbeddedId
        SeatKey key = new SeatKey();

        String name = "";
    }

    @Embeddable
    static class TicketKey extends KeyOfFields {
        @SnowflakeId
        long number;

        @SnowflakeId
        Long batch;

        @SnowflakeId
        String code;
    }

    /** All parts are generated, and none has a {@code @GeneratedValue}. */
    @Entity(name = "Ticket")
    static class Ticket {
        @EmbeddedId
        TicketKey key = new TicketKey();
    }

    @Embeddable
    record BoothKey(@GeneratedValue @SnowflakeId Long number, String hall) implements Serializable {}

    @Entity(name = "Booth")
    static class Booth {
        @EmbeddedId
        BoothKey key;
    }

    static class RowKey extends KeyOfFields {
        Long number;
        String hall;

        RowKey() {}

        RowKey(Long number, String hall) {
            this.number = number;
            this.hall = hall;
        }
    }

    @Entity(name = "SeatRow")
    @IdClass(RowKey.class)
    static class Row {
        @Id
        @GeneratedValue
        @SnowflakeId
        Long number;

        @Id
        String hall;
    }

    @Embeddable
    static class PlaceKey extends KeyOfFields {
        Long seat;

        @GeneratedValue
        @SnowflakeId
        Long booking;
    }

    @Entity(name = "Chair")
    static class Chair extends Identified {}

    /** One part is that of the parent. */
    @Entity(name = "Place")
    static class Place {
        @EmbeddedId
        PlaceKey key = new PlaceKey();

        @MapsId("seat")
        @ManyToOne(cascade = CascadeType.PERSIST)
        Chair chair;
    }

    /** The whole key is that of the parent, although its class says how a part is generated. */
    @Entity(name = "SeatCover")
    static class SeatCover {
        @EmbeddedId
        SeatKey key;

        @MapsId
        @OneToOne
        Seat seat;
    }

    @RegisterExtension
    static final HibernateOn hibernate = HibernateOn.h2(
            Map.of(SnowflakeSettings.WORKER, WORKER),
            Seat.class,
            Ticket.class,
            Booth.class,
            Row.class,
            Chair.class,
            Place.class,
            SeatCover.class);

    @Test
    void aPartOfAnEmbeddedIdIsGenerated() {
        Seat seat = new Seat();
        seat.key.hall = "red";
        hibernate.persisted(seat);
        assertMadeBy(WORKER, seat.key.number);
        assertThat(seat.key.hall).isEqualTo("red");
        assertThat(hibernate.find(Seat.class, seat.key)).isNotNull();
        Seat inserted = seat(null, "green");
        hibernate.statelessly(session -> session.insert(inserted));
        assertMadeBy(WORKER, inserted.key.number);
    }

    @Test
    void aPresetPartIsKept() {
        Seat persisted = seat(7L, "blue");
        hibernate.persisted(persisted);
        hibernate.inTransaction(session -> session.merge(seat(8L, "blue")));
        Seat inserted = seat(9L, "blue");
        hibernate.statelessly(session -> session.insert(inserted));
        for (long number = 7; number <= 9; number++) {
            assertThat(hibernate.find(Seat.class, seat(number, "blue").key)).isNotNull();
        }
    }

    @Test
    void allPartsMayBeGeneratedAndSomeOfThemPreset() {
        Ticket ticket = hibernate.persisted(new Ticket());
        assertMadeBy(WORKER, ticket.key.number);
        assertMadeBy(WORKER, ticket.key.batch);
        assertMadeBy(WORKER, ticket.key.code);
        assertThat(ticket.key.number).isNotEqualTo(ticket.key.batch);
        assertThat(hibernate.find(Ticket.class, ticket.key)).isNotNull();
        Ticket preset = new Ticket();
        preset.key.batch = 12L;
        hibernate.persisted(preset);
        assertMadeBy(WORKER, preset.key.number);
        assertThat(preset.key.batch).isEqualTo(12);
    }

    @Test
    void theKeyMayBeARecord() {
        Booth booth = new Booth();
        booth.key = new BoothKey(null, "red");
        hibernate.persisted(booth);
        assertMadeBy(WORKER, booth.key.number());
        assertThat(booth.key.hall()).isEqualTo("red");
        Booth preset = new Booth();
        preset.key = new BoothKey(4L, "red");
        assertThat(hibernate.persisted(preset).key.number()).isEqualTo(4);
    }

    @Test
    void aPartOfAnIdClassIsGenerated() {
        Row row = new Row();
        row.hall = "red";
        hibernate.persisted(row);
        assertMadeBy(WORKER, row.number);
        assertThat(hibernate.find(Row.class, new RowKey(row.number, "red"))).isNotNull();
    }

    @Test
    void aPresetPartOfAnIdClassIsKept() {
        hibernate.persisted(row(5L));
        hibernate.inTransaction(session -> session.merge(row(6L)));
        Row inserted = row(7L);
        hibernate.statelessly(session -> session.insert(inserted));
        for (long number = 5; number <= 7; number++) {
            assertThat(hibernate.find(Row.class, new RowKey(number, "blue"))).isNotNull();
        }
    }

    @Test
    void aPartIsTakenFromTheParentAndAnotherIsGenerated() {
        Place place = new Place();
        place.chair = new Chair();
        hibernate.persisted(place);
        assertMadeBy(WORKER, place.chair.id);
        assertThat(place.key.seat).isEqualTo(place.chair.id);
        assertMadeBy(WORKER, place.key.booking);
    }

    @Test
    void aChildSharesTheWholeKeyOfItsParent() {
        SeatCover cover = new SeatCover();
        cover.seat = seat(null, "red");
        hibernate.inTransaction(session -> {
            session.persist(cover.seat);
            session.persist(cover);
        });
        assertThat(cover.key).isEqualTo(cover.seat.key);
    }

    @Test
    void aKeyThatIsNullIsAnErrorThatNamesIt() {
        Seat seat = new Seat();
        seat.key = null;
        assertThatThrownBy(() -> hibernate.persisted(seat))
                .hasMessageContainingAll(
                        "cannot generate Seat.key.number",
                        "Seat.key is null",
                        "set it to a new key object before the entity is persisted");
        assertThatThrownBy(() -> hibernate.persisted(new Booth()))
                .hasMessageContainingAll(
                        "cannot generate Booth.key.number",
                        "Booth.key is null",
                        "set it to a new key object before the entity is persisted");
    }

    private static Seat seat(Long number, String hall) {
        Seat seat = new Seat();
        seat.key.number = number;
        seat.key.hall = hall;
        return seat;
    }

    private static Row row(long number) {
        Row row = new Row();
        row.number = number;
        row.hall = "blue";
        return row;
    }
}
