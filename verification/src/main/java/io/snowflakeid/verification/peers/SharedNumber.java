package io.snowflakeid.verification.peers;

/** How likely it is that two of some processes get the same number by chance. */
final class SharedNumber {

    private SharedNumber() {}

    /**
     * The birthday problem.
     *
     * @param processes each gets a number
     * @param numbers out of so many, each as likely as the others
     */
    static double chance(int processes, int numbers) {
        double allDifferent = 1;
        for (int taken = 1; taken < processes; taken++) {
            allDifferent *= Math.max(0, numbers - taken) / (double) numbers;
        }
        return 1 - allDifferent;
    }
}
