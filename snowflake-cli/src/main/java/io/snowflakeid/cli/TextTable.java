package io.snowflakeid.cli;

import io.snowflakeid.VisibleText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** An aligned table of text: numbers to the right, everything else to the left. */
final class TextTable {

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();
    private final List<Boolean> numeric = new ArrayList<>();

    TextTable(String... headings) {
        rows.add(List.of(headings));
    }

    /** One row; a column is one of numbers if its first cell is. */
    void row(Object... cells) {
        if (numeric.isEmpty()) {
            Stream.of(cells).map(cell -> cell instanceof Number).forEach(numeric::add);
        }
        rows.add(Stream.of(cells).map(String::valueOf).map(VisibleText::of).toList());
    }

    void print(PrintWriter out) {
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                line.append(column == 0 ? "" : GAP).append(padded(row.get(column), column));
            }
            out.println(line.toString().stripTrailing());
        }
    }

    private String padded(String cell, int column) {
        String padding = " ".repeat(width(column) - cell.length());
        boolean right = column < numeric.size() && numeric.get(column);
        return right ? padding + cell : cell + padding;
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
