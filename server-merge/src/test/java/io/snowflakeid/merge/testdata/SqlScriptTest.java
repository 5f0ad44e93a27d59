package io.snowflakeid.merge.testdata;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SqlScriptTest {

    @Test
    void statementsEndAtTheDelimiterOfTheirPart() {
        assertThat(SqlScript.statements("a; b;\nDELIMITER //\nc; d;\n//\nDELIMITER ;\ne"))
                .containsExactly("a", "b", "c; d;", "e");
    }

    @Test
    void delimitersInTextsNamesAndCommentsEndNothing() {
        assertThat(SqlScript.statements("a ';' \";\" `;` 'it''s;' 'it\\'s;' -- ;\n/* ; */ b;"))
                .containsExactly("a ';' \";\" `;` 'it''s;' 'it\\'s;' \n b");
    }
}
