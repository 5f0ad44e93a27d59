package io.snowflakeid.segment;

import io.snowflakeid.testing.servers.TestDatabase;

class SegmentsH2Test extends SegmentsContract {
    @Override
    TestDatabase newDatabase() {
        return TestDatabase.plainH2("segments" + System.nanoTime());
    }

    @Override
    String weakness() {
        return "H2 writes a confirmed commit";
    }
}
