package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

class IdFormatPropertyTest {

    private static final String STANDARD_62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    @Provide
    Arbitrary<IdFormat> formats() {
        Arbitrary<IdFormat> shuffled = Arbitraries.longs().map(seed -> IdFormat.base62(shuffled(seed)));
        Arbitrary<IdFormat> short_ =
                Arbitraries.oneOf(shuffled, Arbitraries.of(IdFormat.DECIMAL, IdFormat.BASE62, IdFormat.CROCKFORD32));
        return Arbitraries.oneOf(short_, short_.map(IdFormat::fixedWidth));
    }

    private static String shuffled(long seed) {
        List<Character> letters = new ArrayList<>();
        STANDARD_62.chars().forEach(c -> letters.add((char) c));
        Collections.shuffle(letters, new Random(seed));
        StringBuilder alphabet = new StringBuilder();
        letters.forEach(alphabet::append);
        return alphabet.toString();
    }

    @Property
    void readsWhatItWrites(
            @ForAll("formats") IdFormat format, @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long id) {
        String text = format.format(id);

        assertThat(format.parse(text)).isEqualTo(id);
        assertThat(text.length()).isBetween(1, format.maxLength());
        assertThat(IdFormat.of(format.name())).isEqualTo(format);
    }

    @Property
    void readsNothingThatItDoesNotWrite(@ForAll("formats") IdFormat format, @ForAll("nearlyIds") String text) {
        long id;
        try {
            id = format.parse(text);
        } catch (IllegalArgumentException refused) {
            assertThat(refused).hasMessageContaining("'" + text + "' is no id in format ");
            return;
        }
        assertThat(format.format(id)).isEqualTo(text);
    }

    @Provide
    Arbitrary<String> nearlyIds() {
        return Arbitraries.strings()
                .withChars(STANDARD_62 + "-_ \u00e9\u0660")
                .ofMinLength(0)
                .ofMaxLength(21);
    }

    @Property
    void sortableTextsSortAsTheirIds(
            @ForAll("formats") IdFormat format,
            @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long one,
            @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long other) {
        if (format.isSortable()) {
            assertThat(Integer.signum(format.format(one).compareTo(format.format(other))))
                    .isEqualTo(Integer.signum(Long.compare(one, other)));
        }
    }
}
