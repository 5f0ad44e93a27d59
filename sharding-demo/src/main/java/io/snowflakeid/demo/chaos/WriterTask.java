package io.snowflakeid.demo.chaos;

/**
 * What a writer process is told on its standard input, as one line of JSON: a command line could be read by others, and this holds
 * a password.
 *
 * @param files the beginning of the path of every file that it writes
 * @param idsPerSecond how many ids it makes at most
 * @param fakeClock whether its clock is faked, so that each look at it takes long
 */
record WriterTask(String maker, MakerSettings settings, String files, long idsPerSecond, boolean fakeClock) {}
