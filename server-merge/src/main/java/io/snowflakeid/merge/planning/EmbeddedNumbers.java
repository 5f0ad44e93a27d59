package io.snowflakeid.merge.planning;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers inside of a text: a list of nothing else, or each behind what stands before it. */
final class EmbeddedNumbers {

    /** What stands before a number that no word stands before. */
    static final String HASH = "#";

    static final String HEX = "0x";
    static final String FIRST = "^";
    static final String FIRST_HEX = "^0x";

    private static final ObjectMapper JSON = new ObjectMapper();
    /** Only from its beginning: a long word is not tried from each of its letters. */
    private static final String WORD = "(?<![A-Za-z_])([A-Za-z_]++)";

    private static final Pattern NAMED = Pattern.compile(WORD + "[.:/#=-](\\d{1,18})(?!\\d)");
    private static final Pattern NAMED_APART =
            Pattern.compile(WORD + "(?: ++[:=#] *|[:=#] +)(\\d{1,18})(?!\\d|\\.\\d)");
    private static final Pattern AFTER_HASH = Pattern.compile("(?<!\\w)#(\\d{1,18})(?!\\w)");
    private static final Pattern AFTER_0X = Pattern.compile("(?<!\\w)0[xX]([0-9A-Fa-f]{1,15})(?!\\w)");
    private static final Pattern BEFORE_COLON = Pattern.compile("^\\s*([0-9A-Fa-f]{1,15}):");

    /** Numbers with one kind of separator; another one may stand at the end. */
    private static final Pattern LIST = Pattern.compile("-?\\d{1,18}(?:(?: +-?\\d{1,18})*|(?: ?, ?-?\\d{1,18})*+,?"
            + "|(?: ?; ?-?\\d{1,18})*+;?|(?: ?\\| ?-?\\d{1,18})*+\\|?)");

    private static final Pattern NUMBER = Pattern.compile("-?\\d+");

    private EmbeddedNumbers() {}

    /** A number, and the word before it. */
    record Mention(String word, long number) {}

    /** What a number is called whose word that is. */
    static String describe(String word) {
        return switch (word) {
            case HASH -> "number after #";
            case HEX -> "hexadecimal number";
            case FIRST -> "number before the first colon";
            case FIRST_HEX -> "hexadecimal number before the first colon";
            default -> "number called " + word;
        };
    }

    static List<Mention> named(String text) {
        List<Mention> mentions = new ArrayList<>();
        JsonNode json = json(text);
        if (json != null) {
            walk(json, "", mentions);
            return mentions;
        }
        for (Pattern pattern : List.of(NAMED, NAMED_APART)) {
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                mentions.add(new Mention(matcher.group(1), Long.parseLong(matcher.group(2))));
            }
        }
        add(mentions, HASH, AFTER_HASH, text, 10);
        add(mentions, HEX, AFTER_0X, text, 16);
        add(mentions, FIRST_HEX, BEFORE_COLON, text, 16);
        if (mentions.stream().anyMatch(mention -> mention.word().equals(FIRST_HEX))) {
            first(mentions, text);
        }
        return mentions;
    }

    private static void add(List<Mention> mentions, String word, Pattern pattern, String text, int radix) {
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            mentions.add(new Mention(word, Long.parseLong(matcher.group(1), radix)));
        }
    }

    private static void first(List<Mention> mentions, String text) {
        String first = text.substring(0, text.indexOf(':')).strip();
        if (first.chars().allMatch(letter -> letter >= '0' && letter <= '9')) {
            mentions.add(new Mention(FIRST, Long.parseLong(first)));
        }
    }

    private static void walk(JsonNode node, String name, List<Mention> mentions) {
        if (node.isIntegralNumber() && node.canConvertToLong() && !name.isEmpty()) {
            mentions.add(new Mention(name, node.longValue()));
        }
        if (node.isArray()) {
            node.forEach(part -> walk(part, name, mentions));
        }
        node.properties().forEach(field -> walk(field.getValue(), field.getKey(), mentions));
    }

    /** The numbers of a text that is a list of them, one or more; empty for any other text. */
    static List<Long> list(String text) {
        List<Long> numbers = new ArrayList<>();
        String inner = text.strip();
        if (inner.startsWith("[")) {
            JsonNode json = json(inner);
            for (JsonNode part : json == null ? List.<JsonNode>of() : json) {
                if (!part.isIntegralNumber() || !part.canConvertToLong()) {
                    return List.of();
                }
                numbers.add(part.longValue());
            }
        } else if (LIST.matcher(inner).matches()) {
            Matcher matcher = NUMBER.matcher(inner);
            while (matcher.find()) {
                numbers.add(Long.parseLong(matcher.group()));
            }
        }
        return numbers;
    }

    /** Null for what is no JSON, or was cut, and so is read as any other text. */
    private static @Nullable JsonNode json(String text) {
        String trimmed = text.strip();
        if (!trimmed.startsWith("{") && !trimmed.startsWith("[")) {
            return null;
        }
        try {
            return JSON.readTree(trimmed);
        } catch (JsonProcessingException e) {
            return null;
        }
    }
}
