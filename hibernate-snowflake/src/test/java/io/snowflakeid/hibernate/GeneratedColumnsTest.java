package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.PrimaryKeyJoinColumn;
import jakarta.persistence.SecondaryTable;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where ids are stored, by the mapping alone. */
class GeneratedColumnsTest {

    @Embeddable
    static class SeatKey implements Serializable {
        @GeneratedValue
        @SnowflakeId
        String hall;

        @GeneratedValue
        @SnowflakeId
        Long number;

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
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Seat {
        @EmbeddedId
        SeatKey key;
    }

    @Entity(name = "Box")
    @PrimaryKeyJoinColumn(name = "box_hall", referencedColumnName = "hall")
    @PrimaryKeyJoinColumn(name = "box_number", referencedColumnName = "number")
    static class Box extends Seat {}

    record RowKey(String hall, Long number) implements Serializable {}

    @Entity(name = "Row")
    @IdClass(RowKey.class)
    static class Row {
        @Id
        String hall;

        @Id
        @GeneratedValue
        @SnowflakeId
        @Column(name = "row_number_")
        Long number;
    }

    @Embeddable
    static class Numbers {
        @SnowflakeId
        @Column(name = "order_number")
        Long order;

        Long invoice;
    }

    @Entity(name = "Order")
    @jakarta.persistence.Table(name = "orders")
    @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
    static class Order {
        @Id
        Long id;

        @Embedded
        Numbers numbers;
    }

    @Entity(name = "GiftOrder")
    static class GiftOrder extends Order {}

    @Entity(name = "Guild")
    @SecondaryTable(name = "guild_text")
    static class Guild {
        @Id
        @GeneratedValue
        @SnowflakeId
        Long id;

        @SnowflakeId
        @Column(table = "guild_text", name = "charter_no")
        Long charter;
    }

    private StandardServiceRegistry registry;
    private Metadata metadata;

    @BeforeEach
    void map() {
        registry = new StandardServiceRegistryBuilder()
                .applySetting("hibernate.dialect", "org.hibernate.dialect.H2Dialect")
                .applySetting("hibernate.boot.allow_jdbc_metadata_access", "false")
                .build();
        metadata = new MetadataSources(registry)
                .addAnnotatedClasses(
                        Seat.class,
                        Box.class,
                        SeatKey.class,
                        Row.class,
                        Order.class,
                        GiftOrder.class,
                        Numbers.class,
                        Guild.class)
                .buildMetadata();
    }

    @AfterEach
    void close() {
        StandardServiceRegistryBuilder.destroy(registry);
    }

    private List<String> columns(Class<?> entity, String path) {
        String name = metadata.getEntityBinding(entity.getName()).getJpaEntityName() + "." + path;
        return registry.requireService(GeneratedAttributes.class).of(metadata).stream()
                .filter(attribute -> attribute.toString().equals(name))
                .flatMap(attribute -> GeneratedColumns.of(attribute).stream())
                .map(column -> column.table().getName() + "." + column.column().getName())
                .toList();
    }

    @Test
    void aPartOfAnEmbeddedIdStandsInTheTablesOfJoinedSubclassesToo() {
        assertThat(columns(Seat.class, "key.number")).containsExactly("Seat.number", "Box.box_number");
        assertThat(columns(Seat.class, "key.hall")).containsExactly("Seat.hall", "Box.box_hall");
    }

    @Test
    void aPartOfAnIdClassIsFoundByItsAttribute() {
        assertThat(columns(Row.class, "number")).containsExactly("Row.row_number_");
    }

    @Test
    void aPlainAttributeInAnEmbeddableStandsInEachTableOfAHierarchyWithOnePerClass() {
        assertThat(columns(Order.class, "numbers.order"))
                .containsExactly("orders.order_number", "GiftOrder.order_number");
    }

    @Test
    void aPlainAttributeOfASecondaryTableStandsThere() {
        assertThat(columns(Guild.class, "charter")).containsExactly("guild_text.charter_no");
        assertThat(columns(Guild.class, "id")).containsExactly("Guild.id", "guild_text.id");
    }
}
