package io.snowflakeid.hibernate;

import static io.snowflakeid.hibernate.Entities.seat;
import static io.snowflakeid.hibernate.Entities.seatRow;
import static io.snowflakeid.hibernate.HibernateOn.assertMadeBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.hibernate.Entities.Identified;
import io.snowflakeid.hibernate.Entities.Seat;
import io.snowflakeid.hibernate.Entities.SeatKey;
import io.snowflakeid.hibernate.Entities.SeatRow;
import io.snowflakeid.hibernate.HibernateOn.Way;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import java.io.Serializable;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ids of several parts: some are generated, others are set by the application. */
class CompositeIdTest {

    private static final int WORKER = 750;

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

    /** The whole key is the parent's, although a part has a generator annotation. */
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
            SeatRow.class,
            Chair.class,
            Place.class,
            SeatCover.class);

    @ParameterizedTest
    @EnumSource(names = "MERGE", mode = EnumSource.Mode.EXCLUDE)
    void aPartOfAnEmbeddedIdIsGenerated(Way way) {
        Seat seat = way.store(hibernate, seat(null, "red"));
        assertMadeBy(WORKER, seat.key.number);
        assertThat(hibernate.find(Seat.class, seat.key).key.hall).isEqualTo("red");
    }

    @Test
    void aPartOfAnIdClassIsGenerated() {
        SeatRow row = hibernate.persisted(seatRow(null, "red"));
        assertMadeBy(WORKER, row.number);
        assertThat(hibernate.find(SeatRow.class, hibernate.idOf(row)).hall).isEqualTo("red");
    }

    @ParameterizedTest
    @EnumSource
    void aPresetPartIsKept(Way way) {
        way.store(hibernate, seat(way.preset, "blue"));
        assertThat(hibernate.find(Seat.class, seat(way.preset, "blue").key)).isNotNull();
        SeatRow row = seatRow(way.preset, "blue");
        way.store(hibernate, row);
        assertThat(hibernate.find(SeatRow.class, hibernate.idOf(row))).isNotNull();
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
}
