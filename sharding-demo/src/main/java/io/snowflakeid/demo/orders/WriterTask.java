package io.snowflakeid.demo.orders;

import io.snowflakeid.commandline.Database;
import java.util.List;

/**
 * What a writer process is told on its standard input, as one line of JSON: a command line could be read by others, and this
 * holds passwords.
 *
 * @param writer which share of the orders is its own, from 0
 */
record WriterTask(List<Database> databases, OrdersOptions options, int writer) {}
