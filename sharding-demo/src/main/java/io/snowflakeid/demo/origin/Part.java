package io.snowflakeid.demo.origin;

import java.util.List;

/**
 * Ids that seem to have one maker.
 *
 * @param least the smallest of them, as text
 * @param candidates who could have made them, those with the best evidence first
 * @param contradicted who could have made them, if their rows did not say other times
 */
record Part(String least, String largest, int ids, List<Candidate> candidates, List<String> contradicted) {}
