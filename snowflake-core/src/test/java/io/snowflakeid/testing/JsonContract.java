package io.snowflakeid.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.annotation.JsonIdentityReference;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import io.snowflakeid.SnowflakeRef;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
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
        LONGS_ARE_NUMBERS
    }

    /** A mapper with a mode of the module. It reads {@code null} as 0 unless a setting says else. */
    protected abstract JacksonLine json(String textFor, Setting... settings);

    private JacksonLine annotated(Setting... settings) {
        return json("ANNOTATED", settings);
    }

    /** A value, and how it is written. */
    protected record Case(Object value, String json) {

        /** The same with numbers in place of all strings of digits. */
        String withNumbers() {
            return json.replaceAll("\"(-?[0-9]+)\"(?!:)", "$1");
        }
    }

    private static Case written(Object value, String json) {
        return new Case(value, text(json));
    }

    private static String text(String json) {
        return json.replace('\'', '"').replace("ID", Long.toString(ID));
    }

    // ---- what is marked

    public record Primitive(@SnowflakeRef long id, long n) {}

    public record Boxed(@SnowflakeRef Long id, Long n) {}

    public record LongArray(@SnowflakeRef long[] id, long[] n) {}

    public record BoxedArray(@SnowflakeRef Long[] id, Long[] n) {}

    public record ListOf(@SnowflakeRef List<Long> id, List<Long> n) {}

    public record Nested(@SnowflakeRef List<List<Long>> id, List<long[]> n) {}

    public record OptionalBox(@SnowflakeRef Optional<Long> id, Optional<Long> n) {}

    public record Scores(@SnowflakeRef(keysOnly = true) Map<Long, Long> id) {}

    public record Pairs(@SnowflakeRef Map<Long, Long> id, Map<Long, Long> n) {}

    public record Counts(@SnowflakeRef Map<Long, Integer> id) {}

    public record Lists(@SnowflakeRef Map<String, List<Long>> id) {}

    public record Texts(
            @SnowflakeRef String id, @SnowflakeRef List<String> more) {}

    static Stream<Case> marked() {
        return Stream.of(
                written(new Primitive(ID, 7), "{'id':'ID','n':7}"),
                written(new Primitive(-5, ID), "{'id':'-5','n':ID}"),
                written(new Primitive(Long.MAX_VALUE, 1), "{'id':'9223372036854775807','n':1}"),
                written(new Primitive(Long.MIN_VALUE, 1), "{'id':'-9223372036854775808','n':1}"),
                written(new Boxed(ID, ID), "{'id':'ID','n':ID}"),
                written(new Boxed(null, null), "{'id':null,'n':null}"),
                written(new LongArray(new long[] {ID, 7}, new long[] {ID, 7}), "{'id':['ID','7'],'n':[ID,7]}"),
                written(new LongArray(new long[0], null), "{'id':[],'n':null}"),
                written(new BoxedArray(new Long[] {ID, null}, new Long[] {7L}), "{'id':['ID',null],'n':[7]}"),
                written(new ListOf(List.of(ID, 7L), List.of(ID, 7L)), "{'id':['ID','7'],'n':[ID,7]}"),
                written(new Nested(List.of(List.of(ID), List.of()), List.of()), "{'id':[['ID'],[]],'n':[]}"),
                written(new OptionalBox(Optional.of(ID), Optional.of(7L)), "{'id':'ID','n':7}"),
                written(new OptionalBox(Optional.empty(), Optional.empty()), "{'id':null,'n':null}"),
                written(new Counts(Map.of(ID, 7)), "{'id':{'ID':7}}"),
                written(new Scores(Map.of(ID, ID)), "{'id':{'ID':ID}}"),
                written(new Pairs(Map.of(ID, ID), Map.of(ID, ID)), "{'id':{'ID':'ID'},'n':{'ID':ID}}"),
                written(new Lists(Map.of("ann", List.of(ID))), "{'id':{'ann':['ID']}}"),
                // already texts
                written(new Texts("2Wsmvoh3qdj", List.of("x")), "{'id':'2Wsmvoh3qdj','more':['x']}"));
    }

    // ---- where the mark stands

    @SnowflakeRef
    @Retention(RetentionPolicy.RUNTIME)
    @interface HeroId {}

    public static final class OnField {
        @SnowflakeRef
        private Long id = ID;

        public Long getId() {
            return id;
        }

        public void setId(Long id) {
            this.id = id;
        }
    }

    public record Composed(@HeroId long id) {}

    public static class Base<K> {
        @SnowflakeRef
        public K id;
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
    public static final class Child extends Base<Long> {
        Child() {
            id = ID;
        }
    }

    public static final class CapitalField {
        @SnowflakeRef
        public long HeroId = ID;

        public long N = 7;
    }

    /** A type of its own for an id. */
    public record PlayerId(@JsonValue @SnowflakeRef long value) {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        public PlayerId {}
    }

    public record Team(List<PlayerId> players) {}

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record WithoutEmpties(
            @SnowflakeRef List<Long> more, @SnowflakeRef Map<String, Long> some) {}

    public static final class ExtraIds {
        private final Map<String, Long> ids = new TreeMap<>();

        @JsonAnyGetter
        @SnowflakeRef
        public Map<String, Long> ids() {
            return ids;
        }
    }

    static Stream<Case> anywhere() {
        return Stream.of(
                written(new OnField(), "{'id':'ID'}"),
                written(new Composed(ID), "{'id':'ID'}"),
                written(new CapitalField(), "{'HeroId':'ID','N':7}"),
                written(new Child(), "{'type':'Child','id':'ID'}"),
                written(new Team(List.of(new PlayerId(ID))), "{'players':['ID']}"),
                written(new WithoutEmpties(null, Map.of("ann", ID)), "{'some':{'ann':'ID'}}"));
    }

    @ParameterizedTest
    @MethodSource({"marked", "anywhere"})
    protected void whatIsMarkedIsWrittenAsTextAndNothingElse(Case shape) {
        assertThat(annotated().write(shape.value)).isEqualTo(shape.json);
        assertThat(json("ANNOTATED_AND_WARN").write(shape.value)).isEqualTo(shape.json);
    }

    @ParameterizedTest
    @MethodSource({"marked", "anywhere"})
    protected void textsAndNumbersAreReadAlike(Case shape) {
        for (String seen : List.of(shape.json, shape.withNumbers())) {
            assertThat(annotated().write(annotated().read(seen, shape.value.getClass())))
                    .isEqualTo(shape.json);
        }
    }

    @ParameterizedTest
    @MethodSource("marked")
    protected void textsAreReadWithoutCoercionOfScalarsToo(Case shape) {
        Object read = annotated(Setting.NO_COERCION_OF_SCALARS).read(shape.json, shape.value.getClass());
        assertThat(annotated().write(read)).isEqualTo(shape.json);
    }

    public static final class CapitalGetter {
        private Long ID = JsonContract.ID;

        @SnowflakeRef
        public Long getID() {
            return ID;
        }

        public void setID(Long ID) {
            this.ID = ID;
        }
    }

    /** Jackson 2 names the property {@code id}, Jackson 3 names the property {@code ID}. */
    @Test
    protected void aGetterWithCapitalsIsOneProperty() {
        String written = annotated().write(new CapitalGetter());

        assertThat(written).isIn(text("{'id':'ID'}"), "{\"ID\":\"" + ID + "\"}");
        assertThat(annotated()
                        .read(written.replace("" + ID, "7"), CapitalGetter.class)
                        .getID())
                .isEqualTo(7);
    }

    // ---- marks beside the property that shows the id

    public static final class UpperSecond {
        @SnowflakeRef
        private Long uId = ID;

        public Long getUId() {
            return uId;
        }
    }

    public static final class CapitalsSecond {
        @SnowflakeRef
        private Long HeroID = ID;

        public Long getHeroID() {
            return HeroID;
        }
    }

    public static final class OtherName {
        @SnowflakeRef
        private Long heroId = ID;

        public Long getId() {
            return heroId;
        }
    }

    /** As Kotlin compiles {@code class UntiedParameter(@SnowflakeRef val id: Long)}. */
    public static final class UntiedParameter {
        private final long id;

        public UntiedParameter(@SnowflakeRef long id) {
            this.id = id;
        }

        public long getId() {
            return id;
        }
    }

    @Test
    protected void aMarkBesideItsPropertyCountsOrIsRefused() {
        for (Object shape :
                List.of(new UpperSecond(), new CapitalsSecond(), new OtherName(), new UntiedParameter(ID))) {
            try {
                assertThat(annotated().write(shape)).matches("\\{\"\\w+\":\"\\d+\"}");
            } catch (JacksonLine.Refused e) {
                assertThat(e)
                        .hasMessageContainingAll(
                                shape.getClass().getName(),
                                " holds ids, but Jackson does not tie it to a property that it uses",
                                "mark the one that does with @SnowflakeRef, too");
            }
        }
        assertThatThrownBy(() -> annotated().write(new OtherName()))
                .isInstanceOf(JacksonLine.Refused.class)
                .hasMessageContainingAll("OtherName.heroId holds ids", "by 'id' (", "OtherName.getId()): mark");
    }

    /** Marks that are tied to nothing, of which no id is lost. */
    public static final class NothingLost {
        @SnowflakeRef
        private final String code = "x";

        @JsonIgnore
        @SnowflakeRef
        private final long hidden = ID;

        NothingLost(@SnowflakeRef long id) {}

        @SnowflakeRef
        public long getId() {
            return hidden;
        }

        public long getScore() {
            return code.length();
        }
    }

    /** The mark is on the field and on the parameter, {@code JsonIgnore} is on the field alone. */
    public record Session(@SnowflakeRef @JsonIgnore long heroId, long gold) {}

    @Test
    protected void aMarkThatHidesNoIdIsNotRefused() {
        assertThat(annotated().write(new NothingLost(7))).contains(text("'id':'ID'"), text("'score':1"));
        assertThat(annotated().write(new Session(ID, 7))).isEqualTo(text("{'gold':7}"));
    }

    // ---- what has precedence

    public record OwnFormat(
            @SnowflakeRef @JsonFormat(shape = JsonFormat.Shape.NUMBER)
            long id,

            @SnowflakeRef @JsonFormat(shape = JsonFormat.Shape.NUMBER)
            List<Long> more) {}

    @ParameterizedTest
    @ValueSource(strings = {"ANNOTATED", "ALL_LONGS"})
    protected void aFormatOfThePropertysOwnGoesFirstAndOneOfAllLongsDoesNot(String textFor) {
        JacksonLine json = json(textFor, Setting.LONGS_ARE_NUMBERS);

        assertThat(json.write(new OwnFormat(ID, List.of(ID)))).isEqualTo(text("{'id':ID,'more':[ID]}"));
        assertThat(json.write(new Primitive(ID, 0))).contains(text("'id':'ID'"));
        assertThat(json.write(new LongArray(new long[] {ID}, null))).contains(text("'id':['ID']"));
        assertThat(json.write(new OptionalBox(Optional.of(ID), Optional.empty())))
                .contains(text("'id':'ID'"));
    }

    // ---- objects that are written as their ids

    @JsonIdentityInfo(generator = ObjectIdGenerators.PropertyGenerator.class, property = "id")
    public static final class Known {
        @SnowflakeRef
        public long id = ID;

        @JsonIdentityReference(alwaysAsId = true)
        public Known other = this;

        public Known self = this;
    }

    @Test
    protected void referencesToWhatIsKnownByAMarkedPropertyAreWrittenAsThatIs() {
        String written = text("{'id':'ID','other':'ID','self':'ID'}");

        assertThat(annotated().write(new Known())).isEqualTo(written);
        assertThat(json("ANNOTATED_AND_WARN").write(new Known())).isEqualTo(written);
        Known read = annotated().read(written, Known.class);
        assertThat(read.self).isSameAs(read).isSameAs(read.other);
    }

    public record Member(
            @SnowflakeRef
            @JsonIdentityInfo(generator = ObjectIdGenerators.PropertyGenerator.class, property = "id")
            @JsonIdentityReference(alwaysAsId = true)
            List<Primitive> guilds) {}

    @Test
    protected void aMarkedObjectThatIsWrittenAsItsIdIsWrittenAsText() {
        assertThat(annotated().write(new Member(List.of(new Primitive(ID, 7))))).isEqualTo(text("{'guilds':['ID']}"));
    }

    // ---- what may be no id

    public record Anything(@SnowflakeRef Object id) {}

    public record IntId(@SnowflakeRef int id) {}

    public record BigId(@SnowflakeRef BigInteger id) {}

    public record AnythingsId(@SnowflakeRef List<Object> id) {}

    public record IntsById(@SnowflakeRef Map<Integer, Integer> id) {}

    public record KeysOfNoMap(@SnowflakeRef(keysOnly = true) List<Long> id) {}

    static Stream<Arguments> withoutIds() {
        String type = "make it long, Long, String, or an array, collection, Optional or map of these";
        String keysOnly = "use keysOnly only on a map whose keys are long, Long or String";
        return Stream.of(
                Arguments.of(new IntId(7), "int", type),
                Arguments.of(new BigId(null), "java.math.BigInteger", type),
                Arguments.of(new Anything(null), "java.lang.Object", type),
                Arguments.of(new AnythingsId(null), "java.util.List<java.lang.Object>", type),
                Arguments.of(
                        new IntsById(null),
                        "java.util.Map<java.lang.Integer,java.lang.Integer>",
                        "make its keys or values Long or String, and set keysOnly = true if its values are no ids"),
                Arguments.of(new KeysOfNoMap(null), "java.util.List<java.lang.Long>", keysOnly));
    }

    @ParameterizedTest
    @MethodSource("withoutIds")
    protected void whatCannotHoldAnIdIsRefusedAtItsFirstUse(Object value, String type, String wayOut) {
        Class<?> shape = value.getClass();
        String because =
                ", or with an annotation that has it, but its type " + type + " is not known to hold ids: " + wayOut;

        assertThatThrownBy(() -> annotated().write(value))
                .isInstanceOf(JacksonLine.Refused.class)
                .hasMessageContaining(shape.getName() + ".id() is marked with @SnowflakeRef" + because);
        assertThatThrownBy(() -> annotated().read("{\"id\":null}", shape))
                .isInstanceOf(JacksonLine.Refused.class)
                .hasMessageContaining("parameter 1 of " + shape.getName() + " is marked with @SnowflakeRef" + because);
    }

    @Test
    protected void theMapOfAnAnyGetterIsRefused() {
        assertThatThrownBy(() -> annotated().write(new ExtraIds()))
                .hasMessageContaining("ExtraIds.ids() is marked with @SnowflakeRef")
                .hasMessageContaining("write them by @JsonSerialize(contentUsing = ToStringSerializer.class)");
    }

    // ---- all longs

    public record Numbers(
            Object any,
            BigInteger big,
            Long boxed,
            Long[] boxes,
            int count,
            List<Object> list,
            long[] longs,
            Map<String, Object> map,
            long number,
            Optional<Long> other,
            double ratio) {}

    @ParameterizedTest
    @ValueSource(longs = {0, 7, -7, ID, Long.MAX_VALUE, Long.MIN_VALUE})
    protected void allLongsAreWrittenAsText(long n) {
        Numbers numbers = new Numbers(
                n,
                BigInteger.valueOf(n),
                n,
                new Long[] {n},
                7,
                List.of(n, 7, "x"),
                new long[] {n},
                Map.of("n", n),
                n,
                Optional.of(n),
                0.5);

        assertThat(json("ALL_LONGS").write(numbers))
                .isEqualTo("""
                        {"any":_,"big":BIG,"boxed":_,"boxes":[_],"count":7,"list":[_,7,"x"],"longs":[_],"map":{"n":_},\
                        "number":_,"other":_,"ratio":0.5}""".replace("_", "\"" + n + "\"").replace("BIG", Long.toString(n)));
    }

    @Test
    protected void everyLongIsReadFromTextAndNumberAlike() {
        JacksonLine json = json("ALL_LONGS", Setting.NO_COERCION_OF_SCALARS);
        for (String written : List.of(text("{'n':'ID'}"), text("{'n':ID}"))) {
            assertThat(json.read(written, Primitive.class)).isEqualTo(new Primitive(0, ID));
            assertThat(json.read(written, Boxed.class)).isEqualTo(new Boxed(null, ID));
            assertThat(json.read(written, OptionalBox.class).n()).hasValue(ID);
        }
        assertThat(json.read(text("['ID',ID]"), long[].class)).containsExactly(ID, ID);
        assertThat(json.read(text("['ID',null]"), Long[].class)).containsExactly(ID, null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ANNOTATED", "ALL_LONGS"})
    protected void nullIsReadAsJacksonIsTold(String textFor) {
        JacksonLine strict = json(textFor, Setting.NO_NULL_FOR_PRIMITIVES);

        assertThatThrownBy(() -> strict.read("{\"id\":null,\"n\":7}", Primitive.class))
                .isInstanceOf(JacksonLine.Refused.class)
                .hasMessageContaining("null");
        assertThat(json(textFor).read("{\"id\":null,\"n\":7}", Primitive.class)).isEqualTo(new Primitive(0, 7));
        assertThat(json(textFor).read("{\"id\":[null,\"7\"]}", LongArray.class).id())
                .containsExactly(0, 7);
    }

    // ---- warnings of numbers that JavaScript may round

    public record Unmarked(
            Object any,
            Long boxed,
            @JsonFormat(shape = JsonFormat.Shape.NUMBER) long confirmed,
            int count,
            List<Long> list,
            long[] longs,
            Map<String, Object> map,
            @SnowflakeRef List<Long> marked,
            long number,
            Optional<Long> other,
            @JsonFormat(shape = JsonFormat.Shape.STRING) long text) {}

    private static Unmarked unmarked(long n) {
        return new Unmarked(
                n, n, n, 7, List.of(1L, n), new long[] {n}, Map.of("n", n), List.of(n), n, Optional.of(n), n);
    }

    private static List<String> warningsOf(Runnable work) {
        List<String> warnings = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger("io.snowflakeid.json.UnsafeNumbers");
        logger.setFilter(warning -> {
            warnings.add(warning.getMessage());
            return false;
        });
        try {
            work.run();
        } finally {
            logger.setFilter(null);
        }
        return warnings;
    }

    @Test
    protected void eachPropertyWithAnUnsafeNumberIsLoggedOnce() {
        JacksonLine json = json("ANNOTATED_AND_WARN");
        String written = annotated().write(unmarked(ID));

        List<String> warnings = warningsOf(() -> IntStream.range(0, 100)
                .parallel()
                .forEach(i -> assertThat(json.write(List.of(unmarked(ID), unmarked(ID + i))))
                        .contains(written)));

        assertThat(warnings)
                .extracting(warning -> warning.substring(0, warning.indexOf(" is written to JSON as the number ")))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of("any", "boxed", "list", "longs", "map", "number", "other")
                                .map(property -> Unmarked.class.getName() + "." + property + "()")
                                .toList());
    }

    @Test
    protected void aWarningHasTheNumberTheLimitAndTheFix() {
        JacksonLine json = json("ANNOTATED_AND_WARN");
        String fix =
                ", but JavaScript rounds numbers outside of -9007199254740991..9007199254740991: write text, by @SnowflakeRef"
                        + " on the property or by snowflake.json=all-longs (TextFor.ALL_LONGS); or confirm the number, by"
                        + " @JsonFormat(shape = NUMBER)";

        assertThat(warningsOf(() -> json.write(new Boxed(1L, ID))))
                .containsExactly(Boxed.class.getName() + ".n() is written to JSON as the number " + ID + fix);
        assertThat(warningsOf(() -> json.write(List.of(ID, Map.of("n", ID)))))
                .containsExactly("a value without a property is written to JSON as the number " + ID + fix);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 9007199254740991L, 9007199254740992L, Long.MAX_VALUE})
    protected void numbersThatJavaScriptHasExactlyAreNotLogged(long n) {
        for (long value : new long[] {n, -n, ~n}) {
            boolean exact = value >= -9007199254740991L && value <= 9007199254740991L;
            JacksonLine json = json("ANNOTATED_AND_WARN");

            assertThat(warningsOf(() -> json.write(new Primitive(ID, value)))).hasSize(exact ? 0 : 1);
            assertThat(warningsOf(() -> annotated().write(new Primitive(ID, value))))
                    .isEmpty();
        }
    }

    // ---- what is not read

    static Stream<String> unreadable() {
        String rounded =
                " has a fraction or an exponent, so it has been a floating-point number, as all of JavaScript's are, and may"
                        + " have been rounded to another id: send it as a string; " + ALLOWED;
        Stream<String> texts = Stream.of(
                        "", " 7", "7 ", "12a", "007", "+7", "-0", "0x7", "\u0667", "1.0", "9223372036854775808")
                .map(text -> "\"" + text + "\" | from String \"" + text + "\": " + ALLOWED);
        return Stream.concat(
                texts,
                Stream.of(
                        "9223372036854775808 | from String \"9223372036854775808\": " + ALLOWED,
                        "1.5E18 | from String \"1.5E18\": 1.5E18" + rounded,
                        "1e3 | from String \"1e3\": 1e3" + rounded,
                        "true | ",
                        "{} | "));
    }

    @ParameterizedTest
    @MethodSource("unreadable")
    protected void whatMayBeAnotherIdIsRefused(String seenAndSaid) {
        String seen = seenAndSaid.substring(0, seenAndSaid.indexOf(" | "));
        String said = seenAndSaid.substring(seenAndSaid.indexOf(" | ") + 3);
        for (JacksonLine json : List.of(annotated(), json("ALL_LONGS"))) {
            assertUnreadable(json, "{\"id\":" + seen + "}", Primitive.class, said, "long");
            assertUnreadable(json, "{\"id\":" + seen + "}", Boxed.class, said, "java.lang.Long");
            assertUnreadable(json, "{\"id\":[" + seen + "]}", LongArray.class, said, "long");
            assertUnreadable(json, "{\"id\":[[" + seen + "]]}", Nested.class, said, "java.lang.Long");
        }
    }

    private static void assertUnreadable(JacksonLine json, String seen, Class<?> shape, String said, String type) {
        boolean isValue = said.startsWith("from ");
        assertThatThrownBy(() -> json.read(seen, shape)).isInstanceOfSatisfying(JacksonLine.Refused.class, e -> {
            if (isValue) {
                assertThat(e).hasMessage("Cannot deserialize value of type `" + type + "` " + said);
            } else {
                assertThat(e).hasMessageContaining("value of type `" + type + "` from ");
            }
            assertThat(e.kind()).isEqualTo(isValue ? "InvalidFormatException" : "MismatchedInputException");
        });
    }
}
