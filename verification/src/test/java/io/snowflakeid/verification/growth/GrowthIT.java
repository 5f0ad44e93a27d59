package io.snowflakeid.verification.growth;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.Page;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import io.snowflakeid.verification.performance.BenchDatabase;
import io.snowflakeid.verification.performance.PageOptions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Measures everything on a real server, for a short time. */
@Timeout(120)
@Tag("long")
class GrowthIT {

    private static final Effort LEAST = new Effort(
            1,
            List.of(1, 4),
            List.of(1, 8),
            List.of(2, 40),
            List.of(10, 100),
            2,
            Duration.ofSeconds(6),
            20,
            100,
            2_000,
            500);

    @ParameterizedTest
    @EnumSource
    void measuresOnARealServerAndLeavesNothing(DatabaseServer server) throws Exception {
        try (TestDatabase test = server.newDatabase()) {
            GrowthCommand.Figures figures;
            Database reached = new Database("the server", test.url(), test.user(), test.password());
            try (BenchDatabase bench = new BenchDatabase(reached, GrowthCommand.NAME)) {
                figures = GrowthCommand.measure(LEAST, bench.database(), null, step -> {});
            }
            assertThat(figures.bars().stream().filter(bar -> bar.limit().equals("all different")))
                    .isNotEmpty()
                    .allMatch(Bar::met);
            assertThat(figures.ledger()).startsWithIgnoringCase(server.name());
            Growth leased = figures.growths().stream()
                    .filter(growth -> growth.title().equals("Idle generators with a lease"))
                    .findFirst()
                    .orElseThrow();
            // a renewal follows each sixth of the window, with a tolerance of a tenth
            assertThat(leased.line("renewals, extrapolated").largest()).isBetween(2_000.0, 4_001.0);
            assertThat(leased.line("statements of a renewal").largest()).isBetween(3.0, 14.0);
            assertThat(Page.text(
                            Map.of("figures", PageOptions.dated(figures), "charts", true),
                            PageOptions.class,
                            "growth-figures.md.ftl"))
                    .contains("| p99, released workers (ms) |", "xychart-beta", "| processes of a region | 3,334 |");
            try (Connection connection = test.connect();
                    ResultSet databases = connection.getMetaData().getCatalogs()) {
                while (databases.next()) {
                    assertThat(databases.getString(1)).isNotEqualTo(GrowthCommand.NAME);
                }
            }
        }
    }
}
