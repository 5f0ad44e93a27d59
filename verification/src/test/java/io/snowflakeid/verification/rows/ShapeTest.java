package io.snowflakeid.verification.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.testing.servers.TestDatabase;
import io.snowflakeid.verification.rows.RowsJvm.Task;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShapeTest {

    @ParameterizedTest
    @EnumSource(
            names = {"MYBATIS_SELECT", "MYBATIS_UPDATE", "JACKSON_2", "JACKSON_3"},
            mode = EnumSource.Mode.EXCLUDE)
    void insertsFiftyRowsWithDifferentIds(Shape shape) throws Exception {
        try (TestDatabase database = TestDatabase.h2("rows")) {
            RowsJvm.createTables(database.dataSource());
            Work.Source source = shape.open(database.dataSource());
            for (Ids ids : shape.ids(true)) {
                source.of(ids).run();
                try (Connection connection = database.connect();
                        Statement statement = connection.createStatement();
                        ResultSet count = statement.executeQuery("SELECT COUNT(DISTINCT id) FROM " + ids.table())) {
                    count.next();
                    assertThat(count.getInt(1)).describedAs("%s", ids).isEqualTo(Work.ROWS);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void runsOnADriverThatDoesNothing(Shape shape) throws Exception {
        var samples = RowsJvm.measure(new Task(shape, null, 1, 1, 2), IdleDatabase.dataSource());
        assertThat(samples.keySet()).containsExactlyInAnyOrderElementsOf(shape.ids(false));
        assertThat(samples.values())
                .allSatisfy(each -> assertThat(each.wall()).hasSize(2).allMatch(nanos -> nanos > 0));
    }
}
