package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.hibernate.Entities.Identified;
import io.snowflakeid.hibernate.Entities.Order;
import io.snowflakeid.hibernate.Entities.Seat;
import io.snowflakeid.hibernate.Entities.SeatKey;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid mappings are rejected when the session factory starts, with a message that names entity and attribute. */
class MappingRefusalTest {

    private static final int WORKER = 730;
    private static final SnowflakeLayout WITH_GENE = SnowflakeLayout.DEFAULT.withGene(6);

    @MappedSuperclass
    abstract static class WithId {
        @Id
        Long id;
    }

    // ---- what others refer to

    @Entity(name = "Parent")
    static class Parent extends Identified {
        String name;
    }

    @MappedSuperclass
    abstract static class WithParent extends WithId {
        @ManyToOne
        Parent parent;
    }

    @Embeddable
    static class Receipt {
        @SnowflakeId
        Long number;

        @ManyToOne
        Parent parent;
    }

    // ---- types and texts

    @Entity(name = "OfInt")
    static class OfInt {
        @Id
        @GeneratedValue
        @SnowflakeId
        int number;
    }

    @Entity(name = "ShortDecimal")
    static class ShortDecimal extends WithId {
        @SnowflakeId
        @Column(name = "code", length = 11)
        String number;
    }

    @Entity(name = "Numeric")
    static class Numeric extends WithId {
        @SnowflakeId(format = "base62")
        long number;
    }

    @Entity(name = "UnknownFormat")
    static class UnknownFormat extends WithId {
        @SnowflakeId(format = "base64")
        String number;
    }

    // ---- genes

    @Entity(name = "Both")
    static class Both extends WithId {
        @SnowflakeId(geneFrom = "userId", geneOf = "orderId")
        Long number;

        long userId;
        long orderId;
    }

    @Entity(name = "WrongPath")
    static class WrongPath extends WithParent {
        @SnowflakeId(geneOf = "parent.idd")
        Long number;
    }

    @Entity(name = "BeyondTheEnd")
    static class BeyondTheEnd extends WithParent {
        @SnowflakeId(geneFrom = "parent.name.length")
        Long number;
    }

    @Entity(name = "OfItself")
    static class OfItself {
        @Id
        @GeneratedValue
        @SnowflakeId(geneOf = "id")
        Long id;
    }

    @Entity(name = "FromEntity")
    static class FromEntity extends WithParent {
        @SnowflakeId(geneFrom = "parent")
        Long number;
    }

    @Entity(name = "OfEmbeddable")
    static class OfEmbeddable extends WithId {
        @SnowflakeId(geneOf = "receipt")
        Long number;

        @Embedded
        Receipt receipt = new Receipt();
    }

    @Entity(name = "OfComposite")
    static class OfComposite extends WithId {
        @SnowflakeId(geneOf = "seat")
        Long number;

        @ManyToOne
        Seat seat;
    }

    // ---- where Hibernate would leave it unset, or set it twice

    @Embeddable
    static class NestedKey extends KeyOfFields {
        @Embedded
        SeatKey inner = new SeatKey();

        String city;
    }

    @Entity(name = "Nested")
    static class Nested {
        @EmbeddedId
        NestedKey key = new NestedKey();
    }

    @Entity(name = "TakenOver")
    static class TakenOver extends Identified {
        @MapsId
        @OneToOne
        Parent parent;
    }

    @Embeddable
    record Stamp(@SnowflakeId Long number, String place) {}

    @Entity(name = "Stamped")
    static class Stamped extends WithId {
        @Embedded
        Stamp stamp;
    }

    @Entity(name = "InCollection")
    static class InCollection extends WithId {
        @ElementCollection
        List<Receipt> receipts = new ArrayList<>();
    }

    @Embeddable
    static class Envelope {
        @Embedded
        Receipt receipt = new Receipt();
    }

    @Entity(name = "TooDeep")
    static class TooDeep extends WithId {
        @Embedded
        Envelope envelope = new Envelope();
    }

    @Entity(name = "OnAssociation")
    static class OnAssociation extends WithId {
        @SnowflakeId
        @ManyToOne
        Parent other;
    }

    @Entity(name = "OnVersion")
    static class OnVersion extends WithId {
        @SnowflakeId
        @Version
        long version;
    }

    @Entity(name = "NotWritten")
    static class NotWritten extends WithId {
        @SnowflakeId
        @Column(insertable = false)
        Long number;
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                refusal(OfInt.class, "number", "@SnowflakeId needs long, Long or String, found Integer"),
                refusal(
                        ShortDecimal.class,
                        "number",
                        "ids in format decimal have up to 19 characters",
                        "column code has room for 11: set @Column(length = 19) or more"),
                refusal(
                        Numeric.class,
                        "number",
                        "format = \"base62\" is for texts, but the attribute is a Long",
                        "remove the format, or make it a String"),
                refusal(
                        UnknownFormat.class,
                        "number",
                        "id format 'base64' is unknown",
                        "decimal, base62 or crockford32",
                        "-fixed"),
                refusal(
                        Both.class,
                        "number",
                        "geneFrom = \"userId\" and geneOf = \"orderId\"",
                        "an id has one gene",
                        "remove one of them"),
                refusal(
                        WrongPath.class,
                        "number",
                        "geneOf = \"parent.idd\" is wrong",
                        "'idd' names no property of WrongPath.parent, which has [id, name]"),
                refusal(
                        BeyondTheEnd.class,
                        "number",
                        "geneFrom = \"parent.name.length\" is wrong",
                        "'length' names no property of BeyondTheEnd.parent.name, which has none"),
                refusal(OfItself.class, "id", "geneOf = \"id\" is the id itself", "name another property"),
                refusal(
                        FromEntity.class,
                        "number",
                        "geneFrom needs a property of type long, int, short, byte (or their boxes) or String",
                        "FromEntity.parent is " + Parent.class.getName() + ": name one of its properties [id, name]"),
                refusal(
                        OfEmbeddable.class,
                        "number",
                        "geneOf needs the parent's id (long, Long or String) or an association to the parent",
                        "OfEmbeddable.receipt is " + Receipt.class.getName(),
                        "name one of its properties [number, parent]"),
                refusal(
                        OfComposite.class,
                        "number",
                        "geneOf = \"seat\" leads to Seat, whose id is not a single long, Long or String",
                        "name a part of it, as \"seat.key.<part>\" with one of [hall, number]"),
                refusal(Nested.class, "key.inner.number", "no generated value inside a part of an id" + MOVE_IT_UP),
                refusal(
                        TakenOver.class,
                        "id",
                        "@MapsId takes it over from TakenOver.parent: remove @SnowflakeId here, or @MapsId there"),
                refusal(
                        Stamped.class,
                        "stamp.number",
                        "cannot in the record Stamp: make it a class, or set it yourself by IdGenerator.nextId()"),
                refusal(InCollection.class, "receipts.number", "no generated value inside a collection" + MOVE_IT_UP),
                refusal(
                        TooDeep.class,
                        "envelope.receipt.number",
                        "no generated value inside an embeddable of an embeddable" + MOVE_IT_UP),
                refusal(OnAssociation.class, "other", "@SnowflakeId needs long, Long or String, found Parent"),
                refusal(OnVersion.class, "version", "a @Version is counted by Hibernate: remove one of them"),
                refusal(NotWritten.class, "number", "its column is not written by inserts: make it insertable"));
    }

    private static final String MOVE_IT_UP =
            ": move it up, or set it yourself by IdGenerator.nextId() and remove @SnowflakeId";

    private static Arguments refusal(Class<?> entity, String attribute, String... parts) {
        String start = "cannot generate " + entity.getSimpleName() + "." + attribute + ": ";
        return arguments(
                entity, Stream.concat(Stream.of(start), Stream.of(parts)).toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void whatCannotWorkIsRefused(Class<?> entity, String[] parts) {
        HibernateOn.assertRefused(settings(WITH_GENE), List.of(entity, Parent.class, Seat.class), parts);
    }

    @Test
    void aGeneOnALayoutWithoutGeneBitsIsRefusedAndTheWorkerGivenBack() throws Exception {
        HibernateOn.assertRefused(
                settings(SnowflakeLayout.DEFAULT),
                List.of(Order.class),
                "cannot generate Order.id: @SnowflakeId names a gene",
                "layout 41x1ms/0/10/12@2010-11-04T01:42:54.657Z has no gene bits",
                "choose a layout with a gene, or remove geneFrom and geneOf");
        try (HibernateOn hibernate = HibernateOn.h2(settings(WITH_GENE), Order.class)) {
            assertThat(hibernate.persisted(new Order()).id).isPositive();
        }
    }

    private static Map<String, ?> settings(SnowflakeLayout layout) {
        return Map.of(SnowflakeSettings.WORKER, WORKER, SnowflakeSettings.LAYOUT, layout.spec());
    }
}
