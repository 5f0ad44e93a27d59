package io.snowflakeid.demo.merge;

/**
 * How large the game is.
 *
 * @param players of all servers together, at least one for each
 * @param seed the same seed makes the same players, items and mails; their ids depend on the moment as well
 */
public record MergeOptions(int players, long seed) {

    /** Refuses a game in which a server would be empty. */
    public MergeOptions {
        if (players < MergeScenario.SERVERS) {
            throw new IllegalArgumentException("players must be at least " + MergeScenario.SERVERS
                    + ", one for each game server, but is " + players);
        }
    }
}
