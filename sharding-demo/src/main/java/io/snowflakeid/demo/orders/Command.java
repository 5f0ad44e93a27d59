package io.snowflakeid.demo.orders;

/**
 * A line that a writer process is told on its standard input, after its {@link WriterTask}: a word, and what belongs to it.
 *
 * @param rest empty if nothing does
 */
record Command(Word word, String rest) {

    enum Word {
        /** Cut this database off, by its number, and take the orders of the outage. */
        LOSE,
        /** It is back: connect to it again, and place the refused orders again. */
        REGAIN,
        /** Repair the merchants' index; the grace period in milliseconds. */
        REPAIR,
        /** A list of {@link KnownOrder}. */
        LOOK_UP,
        /** Said by the process to itself: the input has ended. */
        END
    }

    String line() {
        return word + " " + rest;
    }

    static Command parse(String line) {
        int blank = line.indexOf(' ');
        return new Command(Word.valueOf(line.substring(0, blank)), line.substring(blank + 1));
    }
}
