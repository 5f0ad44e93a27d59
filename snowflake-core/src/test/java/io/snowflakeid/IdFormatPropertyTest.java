package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

class IdFormatPropertyTest {

    @Property
    void readsWhatItWritesAndSortsAsItSays(
            @ForAll IdFormat format,
            @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long id,
            @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long other) {
        String text = format.format(id);

        assertThat(format.parse(text)).isEqualTo(id);
        assertThat(text.length()).isBetween(1, format.maxLength());
        assertThat(IdFormat.of(format.toString())).isEqualTo(format);
        if (format == format.fixedWidth()) {
            assertThat(Integer.signum(text.compareTo(format.format(other))))
                    .isEqualTo(Integer.signum(Long.compare(id, other)));
        }
        assertThatThrownBy(() -> format.format(-1 - id)).hasMessageStartingWith("id " + (-1 - id) + " is negative");
    }

    @Property
    void readsNothingThatItDoesNotWrite(@ForAll IdFormat format, @ForAll("nearlyIds") String text) {
        long id;
        try {
            id = format.parse(text);
        } catch (IllegalArgumentException refused) {
            assertThat(refused).hasMessageContaining("'" + text + "' is no id in format " + format);
            return;
        }
        assertThat(format.format(id)).isEqualTo(text);
    }

    @Provide
    Arbitrary<String> nearlyIds() {
        return Arbitraries.strings()
                .withCharRange('0', '9')
                .withCharRange('A', 'Z')
                .withCharRange('a', 'z')
                .withChars("-_ \u00e9\u0660")
                .ofMaxLength(21);
    }
}
