package io.snowflakeid.hibernate;

import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.PrimaryKeyJoinColumn;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.io.Serializable;
import java.util.Objects;
import org.hibernate.annotations.DiscriminatorFormula;

/** Entities that several tests share. */
final class Entities {

    private Entities() {}

    @MappedSuperclass
    abstract static class Identified {
        @Id
        @GeneratedValue
        @SnowflakeId
        Long id;
    }

    /** Has no column but its id. */
    @Entity(name = "Hero")
    static class Hero {
        @Id
        @GeneratedValue
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Boxed")
    static class Boxed extends Identified {
        String name = "";
    }

    @Entity(name = "Primitive")
    static class Primitive {
        @Id
        @GeneratedValue
        @SnowflakeId
        long id;
    }

    @Entity(name = "Text")
    static class Text {
        @Id
        @GeneratedValue
        @SnowflakeId
        String id;
    }

    @Entity(name = "Versioned")
    static class Versioned extends Identified {
        @Version
        Integer version;

        String name = "";
    }

    /** Its ids come from the generator with the name {@code orders}. */
    @Entity(name = "Invoice")
    static class Invoice {
        @Id
        @GeneratedValue(generator = "orders")
        @SnowflakeId
        Long id;
    }

    /** Its gene is that of a key. */
    @Entity(name = "Order")
    @Table(name = "t_order")
    static class Order {
        @Id
        @GeneratedValue
        @SnowflakeId(geneFrom = "userId")
        Long id;

        long userId;
    }

    @Entity(name = "Joined")
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Joined extends Identified {
        String name = "";
    }

    @Entity(name = "JoinedChild")
    @PrimaryKeyJoinColumn(name = "joined_id")
    static class JoinedChild extends Joined {
        String extra = "";
    }

    @Entity(name = "Single")
    @Inheritance(strategy = InheritanceType.SINGLE_TABLE)
    // not a column, since H2 2.4 fails on Hibernate's check constraint
    @DiscriminatorFormula("case when extra is null then '1' else '2' end")
    @DiscriminatorValue("1")
    static class Single extends Identified {}

    @Entity(name = "SingleChild")
    @DiscriminatorValue("2")
    static class SingleChild extends Single {
        String extra = "";
    }

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

    static Seat seat(Long number, String hall) {
        Seat seat = new Seat();
        seat.key.number = number;
        seat.key.hall = hall;
        return seat;
    }

    static class RowKey extends KeyOfFields {
        Long number;
        String hall;
    }

    @Entity(name = "SeatRow")
    @IdClass(RowKey.class)
    static class SeatRow {
        @Id
        @GeneratedValue
        @SnowflakeId
        Long number;

        @Id
        String hall;

        String name = "";
    }

    static SeatRow seatRow(Long number, String hall) {
        SeatRow row = new SeatRow();
        row.number = number;
        row.hall = hall;
        return row;
    }

    /** Does not have our annotation. */
    @Entity(name = "Plain")
    static class Plain {
        @Id
        @GeneratedValue
        Long id;
    }
}
