package io.snowflakeid.merge.testdata;

import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Names as players choose them. */
final class Words {

    private static final List<String> FIRST = List.of(
            "Alda", "Bran", "Çelik", "Dún", "Éowa", "Fjör", "Gwen", "Hÿr", "Ingó", "Jørn", "Kael", "Lúth", "Mór", "Nyx",
            "Orc", "Pær", "Quin", "Ragn", "Söl", "Tyr", "Ulf", "Vex", "Wyn", "Xan", "Ysol", "Zed");
    private static final List<String> SPOKEN = List.of(
            "gold & glory",
            "it's a trap",
            "o'Neil said \"no\"",
            "нет войне",
            "こんにちは",
            "naïve café",
            "50% off",
            "a\\b",
            "line\nbreak",
            "tab\there",
            "semi;colon",
            "-- no comment",
            "ßtraße",
            "",
            "  blanks  ");

    private Words() {}

    /** A name that no other pair of group and index has, not even in another case or without accents. */
    static String name(String group, int index) {
        return FIRST.get(index % FIRST.size()) + ' ' + group + letters(index);
    }

    /** The same name as others write it: equal in a collation that ignores case, accents and trailing blanks. */
    static String variant(String name, int which) {
        return switch (which % 4) {
            case 0 -> name;
            case 1 -> name.toUpperCase(Locale.ROOT);
            case 2 -> name + ' ';
            default -> name.replace('a', 'à').replace('e', 'é');
        };
    }

    /** The index in letters: nothing that a collation ignores. */
    private static String letters(int index) {
        StringBuilder letters = new StringBuilder();
        int rest = index;
        do {
            letters.append((char) ('a' + rest % 26));
            rest /= 26;
        } while (rest > 0);
        return letters.toString();
    }

    /** What players might write: quotes, line breaks, other scripts, nothing. */
    static String spoken(Random random) {
        return SPOKEN.get(random.nextInt(SPOKEN.size()));
    }
}
