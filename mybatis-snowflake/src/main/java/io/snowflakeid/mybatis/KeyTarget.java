package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.List;

/**
 * What a statement's keyProperty means for the parameter at hand: {@code heroes.id} points at the argument {@code heroes} and names
 * its property {@code id}; {@code id} names a property and leaves open whose.
 *
 * @param pointsAtArgument true if an argument is named
 * @param arguments the one that is named (none if it is null), else all
 * @param properties what is named of them
 */
record KeyTarget(boolean pointsAtArgument, List<Object> arguments, List<String> properties) {

    static KeyTarget of(List<String> keyProperties, Parameter parameter) {
        for (String key : keyProperties) {
            int dot = key.indexOf('.');
            if (dot > 0 && parameter.hasNamed(key.substring(0, dot))) {
                return pointingAt(key.substring(0, dot), keyProperties, parameter);
            }
        }
        return new KeyTarget(false, parameter.arguments(), keyProperties);
    }

    private static KeyTarget pointingAt(String argument, List<String> keyProperties, Parameter parameter) {
        List<String> properties = new ArrayList<>();
        for (String key : keyProperties) {
            properties.add(key.startsWith(argument + ".") ? key.substring(argument.length() + 1) : key);
        }
        return new KeyTarget(true, parameter.named(argument), properties);
    }

    /** True if exactly one property is named, so that it can be the id. */
    boolean namesOneProperty() {
        return properties.size() == 1;
    }

    boolean names(String property) {
        return properties.contains(property);
    }
}
