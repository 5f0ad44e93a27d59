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
 */
record IdName(List<String> words, boolean saysId) {

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
            "tenant");

    /** What tells two of a kind apart, like digits. */
    private static final Set<String> ORDINALS = Set.of("one", "two", "three", "first", "second", "third", "a", "b");

    private static final Set<String> BY = Set.of("by", "from", "to");

    /** How much a column is named after a table's rows. */
    enum Likeness {
        /** The very same: {@code player_id} for {@code players}. */
        SAME,
        /** In part: {@code killerguild}, {@code house_bid_id}. */
        PART,
        /** It says what somebody is to something: {@code owner}, {@code banned_by}. */
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
                words.add(singular(last));
            }
        }
        return new IdName(List.copyOf(words), id);
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

    /** Without the word with which all tables of a game begin. */
    IdName without(String prefix) {
        return words.size() > 1 && first().equals(prefix) ? new IdName(words.subList(1, words.size()), saysId) : this;
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
            boolean related = key.words.isEmpty() && ownTable.first().equals(parent.whole());
            return !saysId ? Likeness.NONE : related ? Likeness.PART : Likeness.ID;
        }
        if (whole().equals(parent.whole()) || whole().equals(key.whole())) {
            return Likeness.SAME;
        }
        if (endsWith(parent) || endsWith(key) || (saysId && (whole().equals(parent.last()) || beginsWith(parent)))) {
            return Likeness.PART;
        }
        if (saysId && parent.words.size() > 1 && whole().equals(parent.first())) {
            return Likeness.PART;
        }
        return isRole() ? Likeness.ROLE : saysId ? Likeness.ID : Likeness.NONE;
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

    private boolean beginsWith(IdName other) {
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
        return ROLES.contains(last()) || (words.size() > 1 && BY.contains(last()));
    }

    /** Whether it says which kind of thing another column means: {@code owner_type} for {@code owner_id}. */
    boolean tellsKindOf(IdName other) {
        boolean kind = saysWhatKind() || last().equals("was");
        boolean sameBeginning = !first().isEmpty() && first().equals(other.first());
        return (kind && words.size() == 1) || sameBeginning;
    }
}
