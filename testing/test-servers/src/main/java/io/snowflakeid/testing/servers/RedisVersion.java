package io.snowflakeid.testing.servers;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads the version of a Redis server without a client library. */
final class RedisVersion {

    private static final int TIMEOUT_MILLIS = 5_000;

    private RedisVersion() {}

    /** Returns the version of the Redis server at an address, or throws an {@link AssertionError} if no server responds. */
    static String at(String address) {
        try {
            return ask(address);
        } catch (IOException e) {
            throw new AssertionError("Redis at " + address + " does not respond", e);
        }
    }

    static String ask(String address) throws IOException {
        URI uri = URI.create(address);
        int port = uri.getPort() < 0 ? 6379 : uri.getPort();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(uri.getHost(), port), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write("INFO server\r\nQUIT\r\n".getBytes(StandardCharsets.US_ASCII));
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            List<String> answer = lines.lines().toList();
            if (answer.isEmpty()) {
                throw new EOFException("the connection was closed without a response");
            }
            return answer.stream()
                    .filter(line -> line.startsWith("redis_version:"))
                    .map(line -> line.substring(line.indexOf(':') + 1))
                    .findFirst()
                    .orElse("of unknown version"); // the server requires a password
        } catch (UncheckedIOException e) {
            throw e.getCause(); // lines() has wrapped this exception
        }
    }
}
