package io.snowflakeid.testing;

/** A mapper of one line of Jackson, with a mode of the JSON module or without it. */
public interface JacksonLine {

    default String write(Object value) {
        return write(value, null);
    }

    /** With a view active, or with none if it is {@code null}. */
    String write(Object value, Class<?> view);

    <T> T read(String json, Class<T> type);

    /** What a mapper throws, with the message as it is before Jackson adds the place in the JSON. */
    final class Refused extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String kind;

        public Refused(Exception cause, String message) {
            super(message, cause);
            kind = cause.getClass().getSimpleName();
        }

        /** The name of Jackson's exception, which both lines share. */
        public String kind() {
            return kind;
        }
    }
}
