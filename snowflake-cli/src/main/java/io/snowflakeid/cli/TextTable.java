package io.snowflakeid.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Prints rows of text in aligned columns. */
final class TextTable {

    private final List<List<String>> rows = new ArrayList<>();

    void row(Object... cells) {
        rows.add(Stream.of(cells).map(String::valueOf).toList());
    }

    void print(PrintWriter out) {
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                line.append(row.get(column))
                        .append(" ".repeat(width(column) - row.get(column).length() + 2));
            }
            out.println(line.toString().stripTrailing());
        }
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
