package io.snowflakeid.spring.boot.contract.json;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.annotation.JsonIdentityReference;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import io.snowflakeid.SnowflakeRef;
import io.snowflakeid.mybatis.SnowflakeId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows and reads ids in all forms. */
@RestController
class Views {

    static final long ID = 2123748188476166151L;

    @GetMapping("/views/{id}")
    View view(
            @PathVariable("id") @SnowflakeRef long id,
            @RequestParam("friend") @SnowflakeRef List<Long> friends,
            @RequestParam("page") long page) {
        return new View(
                id,
                ID,
                friends,
                Map.of("a", ID),
                Map.of("a", List.of(ID)),
                Map.of(ID, page),
                Optional.of(ID),
                "x",
                ID,
                new PlayerId(ID),
                new Guild(),
                new Keyed(),
                ID,
                List.of(ID),
                Map.of("a", ID),
                7);
    }

    @PostMapping("/orders")
    long order(@RequestBody Order order) {
        return order.sum();
    }

    /** Ids in all forms, with and without a mark. */
    record View(
            @SnowflakeRef long marked,
            @SnowflakeRef Long boxed,
            @SnowflakeRef List<Long> list,
            @SnowflakeRef Map<String, Long> byName,
            @SnowflakeRef Map<String, List<Long>> listsByName,
            @SnowflakeRef(keysOnly = true) Map<Long, Long> scoreById,
            @SnowflakeRef Optional<Long> optional,
            @SnowflakeRef String text,

            @SnowflakeRef @JsonFormat(shape = JsonFormat.Shape.NUMBER)
            long numeric,

            PlayerId player,

            @SnowflakeRef @JsonIdentityReference(alwaysAsId = true)
            Guild guild,

            Keyed keyed,
            long unmarked,
            List<Long> unmarkedList,
            Map<String, Long> unmarkedByName,
            int small) {}

    record PlayerId(@JsonValue @SnowflakeRef long value) {}

    @JsonIdentityInfo(generator = ObjectIdGenerators.PropertyGenerator.class, property = "id")
    public static class Guild {
        @SnowflakeId
        public long id = ID;
    }

    public static class Base {
        @TableId(type = IdType.ASSIGN_ID)
        private Long id = ID;

        public Long getId() {
            return id;
        }
    }

    /** Inherits an id that MyBatis-Plus assigns. */
    public static class Keyed extends Base {
        public long rank = 3;

        @SnowflakeRef
        public long[] array = {ID};

        @TableId(type = IdType.AUTO)
        public Long counted = 4L;

        @SnowflakeId
        private Long own = ID;

        public Long getOwn() {
            return own;
        }
    }

    /** Is only read. */
    public static class Order {
        private long hero;
        private long count;

        @SnowflakeRef
        @io.swagger.v3.oas.annotations.media.Schema(description = "who orders", example = "17")
        public void setHero(long hero) {
            this.hero = hero;
        }

        public void setCount(long count) {
            this.count = count;
        }

        long sum() {
            return hero + count;
        }
    }
}
