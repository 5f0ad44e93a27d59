package io.snowflakeid.merge.verify;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.merges.H2MergeCase;
import io.snowflakeid.merge.plan.PlanFile;
import org.junit.jupiter.api.Test;

class DefinitionCheckTest extends H2MergeCase {

    @Test
    void anotherTextInADefinitionIsNamed() throws Exception {
        given("""
                CREATE TABLE note (id INT PRIMARY KEY AUTO_INCREMENT, a VARCHAR(9) DEFAULT 'x  y', b ENUM('_x1', 'c  d'),
                    g VARCHAR(20) AS (CONCAT(a, '_x1')));
                ALTER TABLE note ADD CONSTRAINT ck CHECK (a <> '_x1');
                """, "", "");
        PlanFile plan = merged("");
        servers.script("merged", """
                ALTER TABLE note DROP CONSTRAINT ck;
                ALTER TABLE note ADD CONSTRAINT ck CHECK (a <> '_x2');
                ALTER TABLE note ALTER COLUMN a SET DEFAULT 'x y';
                ALTER TABLE note ALTER COLUMN b ENUM('_x1', 'c d');
                ALTER TABLE note DROP COLUMN g;
                ALTER TABLE note ADD COLUMN g VARCHAR(20) AS (CONCAT(a, '_x2'));
                """);

        assertThat(MergeVerification.verify(plan, servers.password(), 2, progress -> {})
                        .faults())
                .satisfiesExactly(
                        says("note: the column a is", "'x y', planned was", "'x  y'"),
                        says("note: the column b is ENUM('_x1', 'c d')", "planned was ENUM('_x1', 'c  d')", ""),
                        says("note: the column g is", "'_x2'", "planned was", "'_x1'", ""),
                        says("note: the check", "'_x1'", " is missing in the target"),
                        says("note: the check", "'_x2'", " is in the target and was not planned"));
    }
}
