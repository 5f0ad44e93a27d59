package io.snowflakeid.merge.planning;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The name of a column or table, taken apart: {@code ownerGuid}, {@code owner_id} and {@code ownerid} say the same.
 *
 * @param words in lower case, the last one in the singular, without what says that it is an id, and without digits
 * @param saysId whether it says that it is an id
 * @param plural whether the last word was in the plural: of a column that is no id, how many there are
 */
record IdName(List<String> words, boolean saysId, boolean plural) {

    private static final Pattern ENDS = Pattern.compile("(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^\\p{L}]+");
    private static final Set<String> IDS = Set.of("id", "guid", "uid", "oid", "fk");
    private static final int SHORTEST_IN_A_WORD = 4;

    /** What somebody is to something, where the name does not say to what kind of row it leads. */
    private static final Set<String> ROLES = Set.of(
            "owner",
            "leader",
            "master",
            "chief",
            "founder",
            "creator",
            "author",
            "maker",
            "crafter",
            "sender",
            "receiver",
            "recipient",
            "giver",
            "taker",
            "holder",
            "seller",
            "buyer",
            "bidder",
            "target",
            "killer",
            "victim",
            "winner",
            "loser",
            "attacker",
            "defender",
            "challenger",
            "opponent",
            "enemy",
            "ally",
            "friend",
            "spouse",
            "partner",
            "husband",
            "wife",
            "father",
            "mother",
            "parent",
            "child",
            "mentor",
            "student",
            "apprentice",
            "recruiter",
            "recruit",
            "inviter",
            "invitee",
            "referrer",
            "member",
            "user",
            "caster",
            "candidate",
            "successor",
            "predecessor",
            "reporter",
            "banner",
            "resident",
            "tenant",
            // who plays, where the table has another name
            "player",
            "character",
            "char",
            "hero");

    /** What tells two of a kind apart, like digits. */
    private static final Set<String> ORDINALS = Set.of("one", "two", "three", "first", "second", "third", "a", "b");

    private static final Set<String> BY = Set.of("by", "from", "to");

    private static final Set<String> HOW_MANY =
            Set.of("max", "min", "num", "count", "total", "amount", "sum", "avg", "online");

    /** What the last word of a table says that is named after its rows: {@code guild_data}. */
    private static final Set<String> JUST_ROWS = Set.of("data", "info", "list", "base", "main", "record", "instance");

    private static final Set<String> SAY_WHICH = Set.of("type", "kind", "class", "category", "was");

    /** How much a column is named after a table's rows. */
    enum Likeness {
        /** The very same: {@code player_id} for {@code players}. */
        SAME,
        /** In part: {@code killerguild}, {@code house_bid_id}. */
        PART,
        /** It says what somebody is to something, or half of the name: {@code owner}, {@code banned_by}, {@code event}. */
        ROLE,
        /** It only says that it is an id. */
        ID,
        /** Not at all. */
        NONE
    }

    static IdName of(String name) {
        List<String> words = new ArrayList<>();
        for (String word : ENDS.split(name, -1)) {
            if (!word.isEmpty()) {
                words.add(word.toLowerCase(Locale.ROOT));
            }
        }
        while (words.size() > 1 && ORDINALS.contains(words.get(words.size() - 1))) {
            words.remove(words.size() - 1);
        }
        boolean id = false;
        boolean plural = false;
        if (!words.isEmpty()) {
            String last = words.remove(words.size() - 1);
            if (IDS.contains(last)) {
                id = true;
                last = words.isEmpty() ? "" : words.remove(words.size() - 1);
            } else {
                for (String suffix : List.of("guid", "id")) {
                    if (!id && last.endsWith(suffix) && last.length() > suffix.length() + 2) {
                        id = true;
                        last = last.substring(0, last.length() - suffix.length());
                    }
                }
            }
            if (!last.isEmpty()) {
                plural = !singular(last).equals(last);
                words.add(singular(last));
            }
        }
        return new IdName(List.copyOf(words), id, plural);
    }

    static String singular(String word) {
        if (word.length() > 4 && word.endsWith("ies")) {
            return word.substring(0, word.length() - 3) + "y";
        }
        for (String ending : List.of("sses", "xes", "ches", "shes", "oes")) {
            if (word.endsWith(ending)) {
                return word.substring(0, word.length() - 2);
            }
        }
        boolean plural = word.length() > 3
                && word.endsWith("s")
                && !word.endsWith("ss")
                && !word.endsWith("us")
                && !word.endsWith("is");
        return plural ? word.substring(0, word.length() - 1) : word;
    }

    /** All words in one. */
    String whole() {
        return String.join("", words);
    }

    String first() {
        return words.isEmpty() ? "" : words.get(0);
    }

    private String last() {
        return words.isEmpty() ? "" : words.get(words.size() - 1);
    }

    /** Whether the last words are the same: {@code last_event} and {@code calendar_events}. */
    boolean endsLike(IdName other) {
        return !last().isEmpty() && last().equals(other.last());
    }

    /** Without the word with which all tables of a game begin. */
    IdName without(String prefix) {
        return words.size() > 1 && first().equals(prefix)
                ? new IdName(words.subList(1, words.size()), saysId, plural)
                : this;
    }

    /**
     * How much this column is named after a table's rows.
     *
     * @param ownTable the table of this column
     * @param parent the table that it may lead to
     * @param key that table's key
     */
    Likeness likeness(IdName ownTable, IdName parent, IdName key) {
        if (words.isEmpty()) {
            // both are called guid, say, and the table begins like the parent
            boolean related = key.words.isEmpty() && ownTable.wordsInCommon(parent) > 0;
            return !saysId ? Likeness.NONE : related ? Likeness.PART : Likeness.ID;
        }
        boolean byKey = key.tellsRowsOf(parent);
        if (whole().equals(parent.whole()) || (byKey && whole().equals(key.whole()))) {
            return Likeness.SAME;
        }
        boolean oneOfTwo = parent.words.size() > 1
                && (whole().equals(parent.first()) || whole().equals(parent.last()))
                && (saysId || !(saysWhatKind() || JUST_ROWS.contains(whole())));
        if (endsWith(parent) || (byKey && endsWith(key)) || (saysId && (oneOfTwo || beginsWith(parent)))) {
            return Likeness.PART;
        }
        boolean cutShort = saysId
                && whole().length() >= SHORTEST_IN_A_WORD
                && parent.whole().startsWith(whole());
        return isRole() || oneOfTwo || cutShort ? Likeness.ROLE : saysId ? Likeness.ID : Likeness.NONE;
    }

    /** With how many words a table begins like the parent whose rows it is about: {@code pet_spell} like {@code avatar_pet}. */
    int wordsInCommon(IdName parent) {
        int size = parent.words.size();
        if (size > 0 && words.size() > size && words.subList(0, size).equals(parent.words)) {
            return size;
        }
        return words.size() > 1 && (first().equals(parent.whole()) || first().equals(parent.last())) ? 1 : 0;
    }

    /** Whether a key tells a table's rows apart by an id: a level, say, means what it says. */
    private boolean tellsRowsOf(IdName table) {
        boolean named = whole().equals(table.whole())
                || (table.words.size() == 2 && whole().equals(table.first()) && JUST_ROWS.contains(table.last()));
        return !words.isEmpty() && (saysId || (named && !saysWhatKind()));
    }

    /** Whether a column called so counts rows instead of leading to one: {@code max_players}. */
    boolean saysHowMany() {
        return !saysId && !words.isEmpty() && (plural || HOW_MANY.contains(first()) || HOW_MANY.contains(last()));
    }

    boolean endsWith(IdName other) {
        int more = words.size() - other.words.size();
        if (other.words.isEmpty()) {
            return false;
        }
        boolean asWords = more > 0 && words.subList(more, words.size()).equals(other.words);
        boolean inAWord = other.whole().length() >= SHORTEST_IN_A_WORD && last().endsWith(other.whole());
        return asWords || inAWord;
    }

    /** Whether this table is about something of what the other is called, and not what there is one row of for each. */
    boolean beginsWithButIsNot(IdName other) {
        return beginsWith(other) && !JUST_ROWS.contains(last());
    }

    boolean beginsWith(IdName other) {
        return !other.words.isEmpty()
                && words.size() > other.words.size()
                && words.subList(0, other.words.size()).equals(other.words)
                && !saysWhatKind();
    }

    /** {@code player_type_id} is no player's id. */
    private boolean saysWhatKind() {
        return Set.of("type", "kind", "class", "template", "category", "level", "state", "status", "slot")
                .contains(last());
    }

    boolean isRole() {
        return ROLES.contains(last())
                || (words.size() > 1 && BY.contains(last()))
                || ROLES.stream().anyMatch(role -> role.length() > SHORTEST_IN_A_WORD && last().endsWith(role));
    }

    /** Whether it says which kind of thing another column means: {@code owner_type} for {@code owner_id}. */
    boolean tellsKindOf(IdName other) {
        boolean sameBeginning = !first().isEmpty() && first().equals(other.first());
        boolean kind = saysWhatKind() && words.size() == 1;
        return kind || SAY_WHICH.contains(last()) || sameBeginning;
    }

    /** The same, but only by a word that says so. */
    boolean saysKindOf(IdName other) {
        return !saysId && !other.words.isEmpty() && SAY_WHICH.contains(last());
    }

    /** Whether a table or a kind of thing is called so: {@code 'GUILD'} for {@code guilds}, {@code 'team'} for {@code arena_team}. */
    boolean names(IdName table) {
        return !words.isEmpty()
                && (whole().equals(table.whole()) || (words.size() == 1 && last().equals(table.last())));
    }
}
