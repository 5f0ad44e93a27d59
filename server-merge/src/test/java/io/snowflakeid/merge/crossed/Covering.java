package io.snowflakeid.merge.crossed;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

/** A few of many combinations, among which each pair of choices that can be is met together; always the same ones. */
final class Covering {

    private static final int TRIES = 100;

    /** More than there are choices of a kind, and kinds. */
    private static final int RADIX = 8;

    private Covering() {}

    /** Greedily: of some that hold a pair which is still missing, the one that holds most of these. */
    static List<Policies> pairs(List<Policies> all, long seed) {
        Random random = new Random(seed);
        List<BitSet> held = all.stream().map(Covering::pairsOf).toList();
        BitSet missing = new BitSet();
        held.forEach(missing::or);
        List<Policies> chosen = new ArrayList<>();
        while (!missing.isEmpty()) {
            int best = bestOf(held, missing, random.nextInt(all.size()));
            missing.andNot(held.get(best));
            chosen.add(all.get(best));
        }
        return chosen;
    }

    private static int bestOf(List<BitSet> held, BitSet missing, int start) {
        int needed = missing.nextSetBit(0);
        int best = -1;
        int most = 0;
        // steps of a prime number, so that neighbours, which are much the same, are not all that is looked at
        for (int i = 0, tries = 0; i < held.size() && tries < TRIES; i++) {
            int at = (int) ((start + 7919L * i) % held.size());
            if (held.get(at).get(needed)) {
                tries++;
                BitSet gained = (BitSet) held.get(at).clone();
                gained.and(missing);
                if (gained.cardinality() > most) {
                    most = gained.cardinality();
                    best = at;
                }
            }
        }
        return best;
    }

    private static BitSet pairsOf(Policies policies) {
        List<Enum<?>> choices = policies.choices();
        BitSet pairs = new BitSet();
        for (int i = 0; i < choices.size(); i++) {
            for (int j = i + 1; j < choices.size(); j++) {
                int kinds = i * RADIX + j;
                pairs.set((kinds * RADIX + place(choices.get(i))) * RADIX + place(choices.get(j)));
            }
        }
        return pairs;
    }

    private static int place(Enum<?> choice) {
        return List.of(choice.getDeclaringClass().getEnumConstants()).indexOf(choice);
    }
}
