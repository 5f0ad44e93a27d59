package io.snowflakeid.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.annotation.JsonIdentityReference;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.JsonView;
import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import io.snowflakeid.SnowflakeRef;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the JSON modules promise, whichever line of Jackson they are for. Shapes use the annotations that all lines share. */
// records that hold arrays are compared by their JSON
@SuppressWarnings("ArrayRecordComponent")
public abstract class JsonContract {

    protected static final long ID = 2123748188476166151L;

    private static final String ALLOWED =
            "allowed is a whole number from -9223372036854775808 to 9223372036854775807, or a string of just its digits";

    /** What a test turns on, of what Jackson can be told. */
    protected enum Setting {
        NO_COERCION_OF_SCALARS,
        NO_NULL_FOR_PRIMITIVES,
        SNAKE_CASE,
        SINGLE_VALUES_AS_ARRAYS,
        LONGS_ARE_NUMBERS,
        LONGS_ARE_TEXT,
        TYPES_OF_ALL_BUT_FINAL_CLASSES
    }

    /** A mapper with a mode of the module, or with {@code off}, without it. It reads {@code null} as 0 unless a setting says else. */
    protected abstract JacksonLine json(String textFor, Setting... settings);

    /** A value, and how it is written. */
    protected record Case(Object value, String json) {

        /** The same with numbers in place of all strings of digits. */
        String withNumbers() {
            return json.replaceAll("\"(-?[0-9]+)\"(?!:)", "$1");
        }

        @Override
        public String toString() {
            return value.getClass().getSimpleName() + " " + json;
        }
    }

    private static Case written(Object value, String json) {
        return new Case(value, json.replace('\'', '"').replace("ID", Long.toString(ID)));
    }

    // ---- what is marked

    public record Primitive(@SnowflakeRef long id, long n) {}

    public record Boxed(@SnowflakeRef Long id, Long n) {}

    public record Atomic(@SnowflakeRef AtomicLong id, AtomicLong n) {}

    public record OptionalOne(@SnowflakeRef OptionalLong id, OptionalLong n) {}

    public record LongArray(@SnowflakeRef long[] id, long[] n) {}

    public record BoxedArray(@SnowflakeRef Long[] id, Long[] n) {}

    public record ListOf(@SnowflakeRef List<Long> id, List<Long> n) {}

    public record SetOfArrays(@SnowflakeRef Set<long[]> id) {}

    public record Nested(@SnowflakeRef List<List<Long>> id, List<List<Long>> n) {}

    public record OptionalBox(@SnowflakeRef Optional<Long> id, Optional<Long> n) {}

    public record OptionalList(@SnowflakeRef Optional<List<Long>> id) {}

    public record Text(@SnowflakeRef String id) {}

    public record Texts(@SnowflakeRef List<String> id) {}

    public record Counts(@SnowflakeRef Map<Long, Integer> id) {}

    public record Scores(@SnowflakeRef(keysOnly = true) Map<Long, Long> id) {}

    public record Pairs(@SnowflakeRef Map<Long, Long> id, Map<Long, Long> n) {}

    public record ByName(@SnowflakeRef Map<String, Long> id) {}

    public record Lists(@SnowflakeRef Map<Long, List<Long>> id) {}

    public record Beans(@SnowflakeRef Map<Long, Primitive> id) {}

    static Stream<Case> marked() {
        return Stream.of(
                written(new Primitive(ID, 7), "{'id':'ID','n':7}"),
                written(new Primitive(0, 0), "{'id':'0','n':0}"),
                written(new Primitive(-5, ID), "{'id':'-5','n':ID}"),
                written(new Primitive(Long.MAX_VALUE, 1), "{'id':'9223372036854775807','n':1}"),
                written(new Primitive(Long.MIN_VALUE, 1), "{'id':'-9223372036854775808','n':1}"),
                written(new Boxed(ID, ID), "{'id':'ID','n':ID}"),
                written(new Boxed(null, null), "{'id':null,'n':null}"),
                written(new Atomic(new AtomicLong(ID), new AtomicLong(7)), "{'id':'ID','n':7}"),
                written(new Atomic(null, null), "{'id':null,'n':null}"),
                written(new OptionalOne(OptionalLong.of(ID), OptionalLong.of(7)), "{'id':'ID','n':7}"),
                written(new OptionalOne(OptionalLong.empty(), OptionalLong.empty()), "{'id':null,'n':null}"),
                written(new LongArray(new long[] {ID, 7}, new long[] {ID, 7}), "{'id':['ID','7'],'n':[ID,7]}"),
                written(new LongArray(new long[0], null), "{'id':[],'n':null}"),
                written(new BoxedArray(new Long[] {ID, null}, new Long[] {7L}), "{'id':['ID',null],'n':[7]}"),
                written(new ListOf(List.of(ID, 7L), List.of(ID, 7L)), "{'id':['ID','7'],'n':[ID,7]}"),
                written(new ListOf(List.of(), null), "{'id':[],'n':null}"),
                written(new SetOfArrays(Set.of(new long[] {ID, 7})), "{'id':[['ID','7']]}"),
                written(
                        new Nested(List.of(List.of(ID), List.of()), List.of(List.of(7L))),
                        "{'id':[['ID'],[]],'n':[[7]]}"),
                written(new OptionalBox(Optional.of(ID), Optional.of(7L)), "{'id':'ID','n':7}"),
                written(new OptionalBox(Optional.empty(), Optional.empty()), "{'id':null,'n':null}"),
                written(new OptionalList(Optional.of(List.of(ID))), "{'id':['ID']}"),
                written(new Counts(Map.of(ID, 7)), "{'id':{'ID':7}}"),
                written(new Scores(Map.of(ID, ID)), "{'id':{'ID':ID}}"),
                written(new Pairs(Map.of(ID, ID), Map.of(ID, ID)), "{'id':{'ID':'ID'},'n':{'ID':ID}}"),
                written(new ByName(Map.of("ann", ID)), "{'id':{'ann':'ID'}}"),
                written(new Lists(Map.of(ID, List.of(ID))), "{'id':{'ID':['ID']}}"),
                written(new Beans(Map.of(ID, new Primitive(ID, 7))), "{'id':{'ID':{'id':'ID','n':7}}}"));
    }

    @ParameterizedTest
    @MethodSource("marked")
    protected void whatIsMarkedIsWrittenAsTextAndNothingElse(Case shape) {
        assertThat(json("annotated").write(shape.value)).isEqualTo(shape.json);
    }

    @ParameterizedTest
    @MethodSource({"marked", "anywhere"})
    protected void whatIsWrittenIsReadAgain(Case shape) {
        Object read = json("annotated").read(shape.json, shape.value.getClass());
        assertThat(json("annotated").write(read)).isEqualTo(shape.json);
    }

    @ParameterizedTest
    @MethodSource({"marked", "anywhere"})
    protected void numbersAreReadAsTextsAre(Case shape) {
        Object read = json("annotated").read(shape.withNumbers(), shape.value.getClass());
        assertThat(json("annotated").write(read)).isEqualTo(shape.json);
    }

    @ParameterizedTest
    @MethodSource("marked")
    protected void textsAreReadWithoutCoercionOfScalarsToo(Case shape) {
        Object read = json("annotated", Setting.NO_COERCION_OF_SCALARS).read(shape.json, shape.value.getClass());
        assertThat(json("annotated").write(read)).isEqualTo(shape.json);
    }

    @Test
    protected void idsThatAreTextsAlreadyStayAsTheyAre() {
        assertThat(json("annotated").write(new Text("2Wsmvoh3qdj"))).isEqualTo("{\"id\":\"2Wsmvoh3qdj\"}");
        assertThat(json("annotated").write(new Texts(List.of("2Wsmvoh3qdj")))).isEqualTo("{\"id\":[\"2Wsmvoh3qdj\"]}");
        assertThat(json("annotated").read("{\"id\":\"2Wsmvoh3qdj\"}", Text.class))
                .isEqualTo(new Text("2Wsmvoh3qdj"));
    }

    // ---- where the mark stands

    @SnowflakeRef
    @Retention(RetentionPolicy.RUNTIME)
    @interface HeroId {}

    /** Brings more than the mark. */
    @SnowflakeRef
    @JsonProperty("hero_id")
    @Retention(RetentionPolicy.RUNTIME)
    @interface NamedHeroId {}

    public static final class OnGetter {
        private long id;

        @SnowflakeRef
        public long getId() {
            return id;
        }

        public void setId(long id) {
            this.id = id;
        }
    }

    public static final class OnField {
        @SnowflakeRef
        private Long id;

        public Long getId() {
            return id;
        }

        public void setId(Long id) {
            this.id = id;
        }
    }

    public static final class OnParameter {
        private final long id;

        @JsonCreator
        public OnParameter(@JsonProperty("id") @SnowflakeRef long id) {
            this.id = id;
        }

        public long getId() {
            return id;
        }
    }

    public record Composed(@HeroId long id) {}

    public record NamedByItsMark(@NamedHeroId long id) {}

    public record Renamed(
            @JsonProperty("hero_id") @SnowflakeRef long id) {}

    public static class Base<K> {
        @SnowflakeRef
        public K id;
    }

    public static final class Child extends Base<Long> {}

    public static final class Outer {
        @JsonUnwrapped
        public OnField inner = new OnField();

        public long n = 7;
    }

    /** A type of its own for an id. */
    public record PlayerId(@JsonValue @SnowflakeRef long value) {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        public PlayerId {}
    }

    public record Team(List<PlayerId> players) {}

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    public static final class WithoutDefaults {
        @SnowflakeRef
        public long id;

        @SnowflakeRef
        public Long none;

        @SnowflakeRef
        public List<Long> more = new ArrayList<>();
    }

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public static final class WithoutEmpties {
        @SnowflakeRef
        public List<Long> more = new ArrayList<>();

        @SnowflakeRef
        public OptionalLong none = OptionalLong.empty();

        @SnowflakeRef
        public Map<String, Long> some = Map.of("ann", ID);
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes(@JsonSubTypes.Type(value = Dog.class, name = "dog"))
    public interface Animal {}

    public record Dog(@SnowflakeRef long id) implements Animal {}

    public static final class Extras {
        @SnowflakeRef
        public long id = ID;

        private final Map<String, Object> others = new TreeMap<>();

        @JsonAnyGetter
        public Map<String, Object> others() {
            return others;
        }

        @JsonAnySetter
        public void other(String name, Object value) {
            others.put(name, value);
        }
    }

    public static final class ExtraIds {
        private final Map<String, Long> ids = new TreeMap<>();

        @JsonAnyGetter
        @SnowflakeRef
        public Map<String, Long> ids() {
            return ids;
        }

        @JsonAnySetter
        public void id(String name, @SnowflakeRef long value) {
            ids.put(name, value);
        }
    }

    static Stream<Case> anywhere() {
        OnGetter onGetter = new OnGetter();
        onGetter.setId(ID);
        OnField onField = new OnField();
        onField.setId(ID);
        Child child = new Child();
        child.id = ID;
        Outer outer = new Outer();
        outer.inner.setId(ID);
        WithoutDefaults set = new WithoutDefaults();
        set.id = ID;
        Extras extras = new Extras();
        extras.other("n", 7);
        ExtraIds extraIds = new ExtraIds();
        extraIds.id("ann", ID);
        return Stream.of(
                written(onGetter, "{'id':'ID'}"),
                written(onField, "{'id':'ID'}"),
                written(new OnParameter(ID), "{'id':'ID'}"),
                written(new Composed(ID), "{'id':'ID'}"),
                written(new NamedByItsMark(ID), "{'hero_id':'ID'}"),
                written(new Renamed(ID), "{'hero_id':'ID'}"),
                written(child, "{'id':'ID'}"),
                written(outer, "{'id':'ID','n':7}"),
                written(new Team(List.of(new PlayerId(ID))), "{'players':['ID']}"),
                written(new WithoutDefaults(), "{}"),
                written(set, "{'id':'ID'}"),
                written(new WithoutEmpties(), "{'some':{'ann':'ID'}}"),
                written(new Dog(ID), "{'type':'dog','id':'ID'}"),
                written(extras, "{'id':'ID','n':7}"),
                written(extraIds, "{'ann':'ID'}"));
    }

    @ParameterizedTest
    @MethodSource("anywhere")
    protected void theMarkIsFoundWhereverItStands(Case shape) {
        assertThat(json("annotated").write(shape.value)).isEqualTo(shape.json);
    }

    // ---- marks beside the property that shows the id

    public static final class UpperSecond {
        @SnowflakeRef
        private Long uId = ID;

        public Long getUId() {
            return uId;
        }

        public void setUId(Long id) {
            uId = id;
        }
    }

    public static final class AllUpper {
        @SnowflakeRef
        private long ID;

        public long getID() {
            return ID;
        }

        public void setID(long value) {
            ID = value;
        }
    }

    public static final class OtherName {
        @SnowflakeRef
        private Long heroId = ID;

        public Long getId() {
            return heroId;
        }

        public void setId(Long id) {
            heroId = id;
        }
    }

    /** As Kotlin compiles {@code class UntiedParameter(@SnowflakeRef val id: Long)}. */
    public static final class UntiedParameter {
        private long id;

        UntiedParameter() {}

        public UntiedParameter(@SnowflakeRef long id) {
            this.id = id;
        }

        public long getId() {
            return id;
        }
    }

    static Stream<Object> markedElsewhere() {
        return Stream.of(new UpperSecond(), new AllUpper(), new OtherName(), new UntiedParameter(ID));
    }

    @ParameterizedTest
    @MethodSource("markedElsewhere")
    protected void aMarkBesideItsPropertyCountsOrIsRefused(Object shape) {
        for (JacksonLine json : List.of(json("annotated"), json("annotated", Setting.SNAKE_CASE))) {
            try {
                String written = json.write(shape);
                assertThat(written).matches("\\{\"\\w+\":\"\\d+\"}");
                assertThatThrownBy(() -> json.read(written.replaceAll("\"\\d+\"", "1.5E18"), shape.getClass()))
                        .hasMessageContaining("1.5E18");
            } catch (JacksonLine.Refused e) {
                assertLost(e, shape.getClass());
                assertThatThrownBy(() -> json.read("{\"id\":1.5E18}", shape.getClass()))
                        .isInstanceOf(JacksonLine.Refused.class);
            }
        }
    }

    @Test
    protected void whatJacksonDoesNotTieIsRefusedByItsNamesWhenItIsReadToo() {
        assertThatThrownBy(() -> json("annotated").read("{}", OtherName.class))
                .isInstanceOf(JacksonLine.Refused.class)
                .hasMessageContainingAll("OtherName.heroId holds ids", "by 'id' (", "OtherName.setId()): mark");
    }

    private static void assertLost(JacksonLine.Refused refused, Class<?> shape) {
        assertThat(refused)
                .hasMessageContainingAll(
                        shape.getName(),
                        " holds ids, but Jackson does not tie it to a property that it uses",
                        "mark the one that does with @SnowflakeRef, too");
    }

    /** Marks that are tied to nothing, of which no id is lost. */
    public static final class NothingLost {
        @SnowflakeRef
        private long heroId = ID;

        @SnowflakeRef
        private String code = "x";

        @JsonIgnore
        @SnowflakeRef
        private long hidden = ID;

        private long gold = 7;

        NothingLost() {}

        NothingLost(@SnowflakeRef long id, long gold) {
            this.heroId = id;
            this.gold = gold;
        }

        @SnowflakeRef
        public long getId() {
            return heroId;
        }

        @SnowflakeRef
        public void setId(long id) {
            heroId = id;
        }

        public long getGold() {
            return gold;
        }

        public void setGold(long gold) {
            this.gold = gold;
        }

        public long getScore() {
            return gold * 2;
        }

        String code() {
            return code + hidden;
        }
    }

    @Test
    protected void aMarkThatHidesNoIdIsNotRefused() {
        NothingLost read = json("annotated").read("{\"id\":\"7\",\"gold\":8}", NothingLost.class);

        assertThat(json("annotated").write(read)).contains("\"id\":\"7\"", "\"gold\":8", "\"score\":16");
    }

    public record Viewed(
            @SnowflakeRef @JsonView(Integer.class) long id,
            @JsonView(String.class) long n) {}

    @Test
    protected void viewsChooseAmongMarkedPropertiesAsAmongOthers() {
        assertThat(json("annotated").write(new Viewed(ID, 7), Integer.class)).isEqualTo("{\"id\":\"" + ID + "\"}");
        assertThat(json("annotated").write(new Viewed(ID, 7), String.class)).isEqualTo("{\"n\":7}");
    }

    public record OwnFormat(
            @SnowflakeRef @JsonFormat(shape = JsonFormat.Shape.NUMBER)
            long id,

            @SnowflakeRef @JsonFormat(shape = JsonFormat.Shape.NUMBER)
            List<Long> more) {}

    @Test
    protected void aFormatOfThePropertysOwnGoesFirst() {
        assertThat(json("annotated").write(new OwnFormat(ID, List.of(ID))))
                .isEqualTo("{\"id\":" + ID + ",\"more\":[" + ID + "]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"annotated", "all-longs", "unsafe-only"})
    protected void whatAMapperSaysOfAllLongsIsNotSaidOfMarkedOnes(String textFor) {
        JacksonLine json = json(textFor, Setting.LONGS_ARE_NUMBERS);
        for (Record shape : List.of(
                new Primitive(ID, 0),
                new Boxed(ID, null),
                new Atomic(new AtomicLong(ID), null),
                new OptionalOne(OptionalLong.of(ID), null),
                new OptionalBox(Optional.of(ID), Optional.empty()))) {
            assertThat(json.write(shape)).contains("\"id\":\"" + ID + "\"");
        }
        for (Record shape : List.of(
                new LongArray(new long[] {ID}, null),
                new BoxedArray(new Long[] {ID}, null),
                new ListOf(List.of(ID), null))) {
            assertThat(json.write(shape)).contains("\"id\":[\"" + ID + "\"]");
        }
        assertThat(json.write(new OwnFormat(ID, List.of(ID)))).isEqualTo("{\"id\":" + ID + ",\"more\":[" + ID + "]}");
    }

    public record FormatWithoutShape(
            @JsonFormat(pattern = "0") Long n) {}

    public record NumberFormat(
            @JsonFormat(shape = JsonFormat.Shape.NUMBER) Long n) {}

    @Test
    protected void aMapperThatWantsAllLongsAsTextGetsTheSafeOnesSo() {
        JacksonLine json = json("unsafe-only", Setting.LONGS_ARE_TEXT);
        for (Record shape : List.of(
                new Primitive(0, 7),
                new Boxed(null, 7L),
                new OptionalBox(Optional.empty(), Optional.of(7L)),
                new FormatWithoutShape(7L))) {
            assertThat(json.write(shape)).contains("\"n\":\"7\"");
        }
        assertThat(json.write(List.of(7L, ID))).isEqualTo("[\"7\",\"" + ID + "\"]");
        assertThat(json.write(new NumberFormat(ID))).isEqualTo("{\"n\":" + ID + "}");
    }

    @JsonIdentityInfo(generator = ObjectIdGenerators.PropertyGenerator.class, property = "id")
    public static final class Known {
        @SnowflakeRef
        public long id = ID;

        public long n = 7;

        @JsonIdentityReference(alwaysAsId = true)
        public Known other = this;

        public Known self = this;
    }

    @Test
    protected void referencesToWhatIsKnownByAMarkedPropertyAreWrittenAsThatIs() {
        String written = written(new Known(), "{'id':'ID','n':7,'other':'ID','self':'ID'}").json;

        assertThat(json("annotated").write(new Known())).isEqualTo(written);
        Known read = json("annotated").read(written, Known.class);
        assertThat(read.self).isSameAs(read);
        assertThat(read.other).isSameAs(read);
    }

    public static final class Guild {
        @SnowflakeRef
        public long id = ID;

        public long n = 7;
    }

    public static final class Member {
        @SnowflakeRef
        @JsonIdentityInfo(generator = ObjectIdGenerators.PropertyGenerator.class, property = "id")
        @JsonIdentityReference(alwaysAsId = true)
        public Guild guild = new Guild();

        @SnowflakeRef
        @JsonIdentityInfo(generator = ObjectIdGenerators.PropertyGenerator.class, property = "id")
        @JsonIdentityReference(alwaysAsId = true)
        public List<Guild> guilds = List.of(new Guild());
    }

    @Test
    protected void aMarkedObjectThatIsWrittenAsItsIdIsWrittenAsText() {
        assertThat(json("annotated").write(new Member()))
                .isEqualTo("{\"guild\":\"" + ID + "\",\"guilds\":[\"" + ID + "\"]}");
    }

    public record Raw(@SnowflakeRef @JsonRawValue long id) {}

    @Test
    protected void jacksonsOwnAnnotationsAreAskedFirst() {
        assertThat(json("annotated").write(new Raw(ID))).isEqualTo("{\"id\":" + ID + "}");
    }

    // ---- declared as anything

    public record Anything(@SnowflakeRef Object id) {}

    @Test
    protected void whatIsDeclaredAsAnythingIsJudgedByItsValue() {
        assertThat(json("annotated").write(new Anything(ID))).isEqualTo("{\"id\":\"" + ID + "\"}");
        assertThat(json("annotated").write(new Anything("2Wsmvoh3qdj"))).isEqualTo("{\"id\":\"2Wsmvoh3qdj\"}");
        assertThat(json("annotated").write(new Anything(null))).isEqualTo("{\"id\":null}");
        assertThat(json("annotated").write(new Anything(7))).isEqualTo("{\"id\":7}");
    }

    // ---- what cannot hold an id

    public static final class IntId {
        @SnowflakeRef
        public int id;
    }

    public static final class DoubleId {
        @SnowflakeRef
        public double id;
    }

    public static final class DateId {
        @SnowflakeRef
        public LocalDate id;
    }

    public static final class BeanId {
        @SnowflakeRef
        public OnField id;
    }

    public static final class IntsId {
        @SnowflakeRef
        public List<Integer> id;
    }

    public static final class AnythingsId {
        @SnowflakeRef
        public List<Object> id;
    }

    public static final class AnythingsById {
        @SnowflakeRef
        public Map<Long, Object> id;
    }

    public static final class IntsById {
        @SnowflakeRef
        public Map<Integer, Integer> id;
    }

    public static final class KeysOfNoMap {
        @SnowflakeRef(keysOnly = true)
        public List<Long> id;
    }

    public static final class IntKeysOnly {
        @SnowflakeRef(keysOnly = true)
        public Map<Integer, Long> id;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "IntId         | int",
                "DoubleId      | double",
                "DateId        | java.time.LocalDate",
                "BeanId        | io.snowflakeid.testing.JsonContract$OnField",
                "IntsId        | java.util.List<java.lang.Integer>",
                "AnythingsId   | java.util.List<java.lang.Object>",
                "AnythingsById | java.util.Map<java.lang.Long,java.lang.Object>",
                "IntsById      | java.util.Map<java.lang.Integer,java.lang.Integer>",
                "KeysOfNoMap   | java.util.List<java.lang.Long>",
                "IntKeysOnly   | java.util.Map<java.lang.Integer,java.lang.Long>",
            })
    protected void whatCannotHoldAnIdIsRefusedAtItsFirstUse(String name, String type)
            throws ReflectiveOperationException {
        Class<?> shape = Class.forName(JsonContract.class.getName() + "$" + name);
        Object value = shape.getConstructor().newInstance();

        assertRefused(() -> json("annotated").write(value), shape, "id", type);
        assertRefused(() -> json("annotated").read("{\"id\":null}", shape), shape, "id", type);
    }

    private static void assertRefused(Runnable use, Class<?> shape, String property, String type) {
        assertThatThrownBy(use::run)
                .isInstanceOf(JacksonLine.Refused.class)
                .hasMessageContainingAll(
                        shape.getName() + "." + property + " is marked with @SnowflakeRef",
                        "its type " + type + " is not known to hold ids",
                        wayOut(shape),
                        "or take the annotation off");
    }

    private static String wayOut(Class<?> shape) {
        if (Set.of(KeysOfNoMap.class, IntKeysOnly.class).contains(shape)) {
            return "say keysOnly only on a map whose keys are long, Long or String";
        }
        return Set.of(AnythingsById.class, IntsById.class).contains(shape)
                ? "make its keys or values Long or String, and say keysOnly = true if its values are no ids"
                : "make it long, Long, String, or an array, collection, Optional or map of these";
    }

    public static final class IntGetter {
        @SnowflakeRef
        public int getId() {
            return 7;
        }
    }

    @Test
    protected void aGetterIsNamedAsOne() {
        assertRefused(() -> json("annotated").write(new IntGetter()), IntGetter.class, "getId()", "int");
    }

    // ---- all longs, or those beyond 2^53

    public record Numbers(
            Object any,
            AtomicLong atomic,
            BigInteger big,
            Long boxed,
            Long[] boxes,
            int count,
            List<Object> list,
            long[] longs,
            Map<String, Object> map,
            long number,
            OptionalLong optional,
            Optional<Long> other,
            double ratio) {

        static Numbers of(long n) {
            return new Numbers(
                    n,
                    new AtomicLong(n),
                    BigInteger.valueOf(n),
                    n,
                    new Long[] {n},
                    7,
                    List.of(n, 7, "x"),
                    new long[] {n},
                    Map.of("n", n),
                    n,
                    OptionalLong.of(n),
                    Optional.of(n),
                    0.5);
        }
    }

    private static String numbers(String ofLong, long n) {
        return """
                {"any":_,"atomic":_,"big":BIG,"boxed":_,"boxes":[_],"count":7,"list":[_,7,"x"],"longs":[_],"map":{"n":_},\
                "number":_,"optional":_,"other":_,"ratio":0.5}""".replace("_", ofLong).replace("BIG", Long.toString(n));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 7, -7, ID, Long.MAX_VALUE, Long.MIN_VALUE})
    protected void allLongsAreWrittenAsText(long n) {
        assertThat(json("all-longs").write(Numbers.of(n))).isEqualTo(numbers("\"" + n + "\"", n));
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 53) - 1, -(1L << 53) + 1, 0, 7})
    protected void longsThatJavaScriptHoldsStayNumbersIfOnlyUnsafeOnesAreText(long n) {
        assertThat(json("unsafe-only").write(Numbers.of(n))).isEqualTo(numbers(Long.toString(n), n));
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 53, -(1L << 53), ID, Long.MAX_VALUE, Long.MIN_VALUE})
    protected void longsThatItDoesNotHoldAreText(long n) {
        assertThat(json("unsafe-only").write(Numbers.of(n))).isEqualTo(numbers("\"" + n + "\"", n));
    }

    @Test
    protected void theSamePropertyFlipsBetweenNumberAndTextIfOnlyUnsafeOnesAreText() {
        assertThat(json("unsafe-only").write(List.of(7L, ID))).isEqualTo("[7,\"" + ID + "\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"all-longs", "unsafe-only"})
    protected void aFormatOfThePropertysOwnGoesFirstThereToo(String textFor) {
        assertThat(json(textFor).write(new OwnFormat(ID, List.of(ID))))
                .isEqualTo("{\"id\":" + ID + ",\"more\":[" + ID + "]}");
    }

    public record TextFormat(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long n) {}

    @Test
    protected void aFormatMayAskForTextWhereTheModeDoesNot() {
        assertThat(json("unsafe-only").write(new TextFormat(7))).isEqualTo("{\"n\":\"7\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"all-longs", "unsafe-only"})
    protected void everyLongIsReadFromTextAndNumberAlike(String textFor) {
        JacksonLine json = json(textFor, Setting.NO_COERCION_OF_SCALARS);
        for (String written : List.of("{\"n\":\"" + ID + "\"}", "{\"n\":" + ID + "}")) {
            assertThat(json.read(written, Primitive.class)).isEqualTo(new Primitive(0, ID));
            assertThat(json.read(written, Boxed.class)).isEqualTo(new Boxed(null, ID));
            assertThat(json.read(written, Atomic.class).n()).hasValue(ID);
            assertThat(json.read(written, OptionalOne.class).n()).hasValue(ID);
            assertThat(json.read(written, OptionalBox.class).n()).hasValue(ID);
        }
        assertThat(json.read("[\"" + ID + "\"," + ID + "]", long[].class)).containsExactly(ID, ID);
        assertThat(json.read("[\"" + ID + "\",null]", Long[].class)).containsExactly(ID, null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"annotated", "all-longs", "unsafe-only"})
    protected void nullIsReadAsJacksonReadsIt(String textFor) {
        assertThat(json(textFor).read("{\"id\":null}", OptionalOne.class).id()).isEmpty();
        assertThat(json(textFor).read("{\"id\":null}", Atomic.class).id()).isNull();
        assertThat(json(textFor).read("{\"id\":[null,\"7\"]}", LongArray.class).id())
                .containsExactly(0, 7);
    }

    @Test
    protected void aSingleValueIsAnArrayWhereJacksonIsToldSo() {
        JacksonLine json = json("annotated", Setting.SINGLE_VALUES_AS_ARRAYS);
        assertThat(json.read("{\"id\":\"7\"}", LongArray.class).id()).containsExactly(7);
        assertThat(json.read("{\"id\":\"7\"}", ListOf.class).id()).containsExactly(7L);
        assertThatThrownBy(() -> json("annotated").read("{\"id\":\"7\"}", LongArray.class))
                .isInstanceOf(JacksonLine.Refused.class);
    }

    @Test
    protected void typesOfContainersAreWrittenAndReadBesideMarkedOnes() {
        JacksonLine json = json("annotated", Setting.TYPES_OF_ALL_BUT_FINAL_CLASSES);
        String written = written(
                        new ListOf(new ArrayList<>(List.of(ID)), null),
                        "{'id':['java.util.ArrayList',['ID']],'n':null}")
                .json;

        assertThat(json.write(new ListOf(new ArrayList<>(List.of(ID)), null))).isEqualTo(written);
        assertThat(json.read(written, ListOf.class).id()).isEqualTo(List.of(ID));
    }

    // ---- what is not read

    static Stream<String> unreadable() {
        String rounded =
                " has a fraction or an exponent, so it has been a floating-point number, as all of JavaScript's are, and may"
                        + " have been rounded to another id: send it as a string; " + ALLOWED;
        return Stream.of(
                "\"\" | from String \"\": " + ALLOWED,
                "\" 7\" | from String \" 7\": " + ALLOWED,
                "\"7 \" | from String \"7 \": " + ALLOWED,
                "\"12a\" | from String \"12a\": " + ALLOWED,
                "\"007\" | from String \"007\": " + ALLOWED,
                "\"+7\" | from String \"+7\": " + ALLOWED,
                "\"-0\" | from String \"-0\": " + ALLOWED,
                "\"0x7\" | from String \"0x7\": " + ALLOWED,
                "\"\u0667\" | from String \"\u0667\": " + ALLOWED,
                "\"null\" | from String \"null\": " + ALLOWED,
                "\"1.0\" | from String \"1.0\": " + ALLOWED,
                "\"9223372036854775808\" | from String \"9223372036854775808\": " + ALLOWED,
                "9223372036854775808 | from number 9223372036854775808: " + ALLOWED,
                "-9223372036854775809 | from number -9223372036854775809: " + ALLOWED,
                "1.5E18 | from number 1.5E18: 1.5E18" + rounded,
                "1e3 | from number 1000.0: 1e3" + rounded,
                "123.0 | from number 123.0: 123.0" + rounded,
                // written with a digit less since JDK 19
                "2123748188476166151.0 | from number " + Double.valueOf("2123748188476166151.0")
                        + ": 2123748188476166151.0" + rounded,
                "true | true is no id: " + ALLOWED,
                "false | false is no id: " + ALLOWED,
                "{} | { is no id: " + ALLOWED);
    }

    @ParameterizedTest
    @MethodSource("unreadable")
    protected void whatMayBeAnotherIdIsRefused(String seenAndSaid) {
        String seen = seenAndSaid.substring(0, seenAndSaid.indexOf(" | "));
        String said = seenAndSaid.substring(seenAndSaid.indexOf(" | ") + 3);
        for (JacksonLine json : List.of(json("annotated"), json("all-longs"), json("unsafe-only"))) {
            assertUnreadable(json, "{\"id\":" + seen + "}", Primitive.class, said.replaceFirst("^from", "`long` from"));
            assertUnreadable(
                    json, "{\"id\":" + seen + "}", Boxed.class, said.replaceFirst("^from", "`java.lang.Long` from"));
            assertUnreadable(
                    json, "{\"id\":[" + seen + "]}", LongArray.class, said.replaceFirst("^from", "`long` from"));
            assertUnreadable(
                    json,
                    "{\"id\":[[" + seen + "]]}",
                    Nested.class,
                    said.replaceFirst("^from", "`java.lang.Long` from"));
        }
    }

    private static void assertUnreadable(JacksonLine json, String seen, Class<?> type, String said) {
        assertThatThrownBy(() -> json.read(seen, type)).isInstanceOfSatisfying(JacksonLine.Refused.class, e -> {
            boolean value = said.startsWith("`");
            assertThat(e).hasMessage((value ? "Cannot deserialize value of type " : "") + said);
            assertThat(e.kind()).isEqualTo(value ? "InvalidFormatException" : "MismatchedInputException");
        });
    }

    @Test
    protected void whatIsNotMarkedIsReadAsJacksonReadsIt() {
        assertThat(json("annotated").read("{\"n\":\" 7 \"}", Primitive.class)).isEqualTo(new Primitive(0, 7));
    }

    @Test
    protected void nullIsNoPrimitiveIdWhereJacksonIsToldSo() {
        for (String textFor : List.of("annotated", "all-longs", "unsafe-only")) {
            JacksonLine json = json(textFor, Setting.NO_NULL_FOR_PRIMITIVES);
            assertThatThrownBy(() -> json.read("{\"id\":null,\"n\":7}", Primitive.class))
                    .isInstanceOf(JacksonLine.Refused.class)
                    .hasMessage("null is no id: " + ALLOWED);
            assertThat(json(textFor).read("{\"id\":null,\"n\":7}", Primitive.class))
                    .isEqualTo(new Primitive(0, 7));
        }
    }
}
