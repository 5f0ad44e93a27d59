package io.snowflakeid.column;

import static io.snowflakeid.column.Finding.Severity.ERROR;
import static io.snowflakeid.column.Finding.Severity.WARNING;

import java.util.Optional;

/** Whether anybody but the generator gives out ids for a column. */
final class FillingRules {

    private FillingRules() {}

    static Optional<Fault> judge(Filling filling, boolean idsAreTexts) {
        return switch (filling.kind()) {
            case NOTHING -> Optional.empty();
            case AUTO_INCREMENT ->
                fault(
                        ERROR,
                        "is AUTO_INCREMENT",
                        "no AUTO_INCREMENT, as an insert that brings no id takes the largest id + 1, which is an id that the"
                                + " generator may make next");
            case IDENTITY ->
                fault(
                        ERROR,
                        "is an identity column",
                        "no identity, as an insert that brings no id takes one from a sequence that every database counts"
                                + " from 1, instead of failing: rows of two databases then have equal ids");
            case IDENTITY_ALWAYS ->
                fault(
                        ERROR,
                        "is GENERATED ALWAYS AS IDENTITY",
                        "no identity, as an insert that brings its id is refused");
            case EXPRESSION ->
                fault(
                        idsAreTexts ? WARNING : ERROR,
                        "has the default " + filling.text(),
                        "no default, as an insert that brings no id takes one that the generator did not make, instead of"
                                + " failing");
            case CONSTANT ->
                fault(
                        WARNING,
                        "has the default " + filling.text(),
                        "no default, as an insert that forgets the id succeeds once and then fails for another reason");
            case COMPUTED ->
                fault(
                        ERROR,
                        "is computed from other columns",
                        "a plain column, as an insert that brings its id is refused");
        };
    }

    private static Optional<Fault> fault(Finding.Severity severity, String seen, String needed) {
        return Optional.of(Fault.of(severity, seen, needed, Fault.Part.FILLING));
    }
}
