package io.snowflakeid.merge.testdata;

import java.util.Random;

/**
 * How big game servers are, and which ones: the same size makes the same rows.
 *
 * @param seed decides everything that is left to chance
 * @param players of each server
 * @param clashPercent how many names of each kind occur on the other servers too, 0 to 100
 */
public record GameSize(long seed, int players, int clashPercent) {

    /** With one name of twenty on all servers. */
    public static GameSize players(int players) {
        return new GameSize(20_261_121, players, 5);
    }

    Random random(int server) {
        return new Random(seed * 1_000_003 + server);
    }

    /** Whether the thing of that index has the same name on all servers. */
    boolean clashes(int index) {
        return Math.floorMod(index * 61 + 13, 100) < clashPercent;
    }

    /** The name of a thing on a server: one that all servers know, each in a spelling of its own, or one of its own. */
    String name(int server, int index) {
        return name(server, index, "");
    }

    /** The same with a tail that is part of the name. */
    String name(int server, int index, String tail) {
        return clashes(index)
                ? Words.variant(Words.name("Qq", index) + tail, server + index)
                : Words.name("W" + (char) ('A' + server), index) + tail;
    }
}
