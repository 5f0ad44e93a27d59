package io.snowflakeid.merge.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.snowflakeid.merge.config.YamlNode.Entries;
import io.snowflakeid.merge.config.YamlNode.Entry;
import io.snowflakeid.merge.config.YamlNode.Items;
import io.snowflakeid.merge.config.YamlNode.Nothing;
import io.snowflakeid.merge.config.YamlNode.Scalar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** YAML text as nodes that know where they stand. Scalars stay as they are written: {@code on} and {@code 0x10} are texts. */
final class YamlFile {

    private static final YAMLFactory YAML = new YAMLFactory();

    private final YAMLParser parser;
    private final Problems problems;

    private YamlFile(YAMLParser parser, Problems problems) {
        this.parser = parser;
        this.problems = problems;
    }

    /** The first and only document; what is no YAML, and keys that come twice, are told as problems. */
    static YamlNode read(String text, Problems problems) {
        try (YAMLParser parser = YAML.createParser(text)) {
            YamlFile file = new YamlFile(parser, problems);
            if (parser.nextToken() == null) {
                return new Nothing(Place.START);
            }
            YamlNode document = file.node();
            if (parser.nextToken() != null) {
                problems.add(file.place(), "a second document begins here, but a configuration is one: remove '---'");
            }
            return document;
        } catch (JsonProcessingException e) {
            problems.add(SyntaxAdvice.place(e), "this is not YAML: " + SyntaxAdvice.of(e, text));
            return new Nothing(Place.START);
        } catch (IOException e) {
            throw new UncheckedIOException("reading a text cannot fail", e);
        }
    }

    private YamlNode node() throws IOException {
        Place place = place();
        if (parser.isCurrentAlias()) {
            problems.add(
                    place,
                    "a value that begins with * is an alias of YAML, which is not supported: put it into quotes");
            return new Nothing(place);
        }
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            return entries(place);
        }
        if (token == JsonToken.START_ARRAY) {
            return items(place);
        }
        return token == JsonToken.VALUE_NULL ? new Nothing(place) : new Scalar(place, parser.getText());
    }

    private Entries entries(Place place) throws IOException {
        Map<String, Entry> entries = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            Place keyPlace = place();
            parser.nextToken();
            Entry before = entries.putIfAbsent(key, new Entry(keyPlace, node()));
            if (before != null) {
                problems.add(
                        keyPlace,
                        Shown.value(key) + " comes twice, first in line "
                                + before.keyPlace().line() + ": keep one");
            }
        }
        return new Entries(place, entries);
    }

    private Items items(Place place) throws IOException {
        List<YamlNode> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(node());
        }
        return new Items(place, items);
    }

    private Place place() {
        return place(parser.currentTokenLocation());
    }

    private static Place place(JsonLocation location) {
        return new Place(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
    }
}
