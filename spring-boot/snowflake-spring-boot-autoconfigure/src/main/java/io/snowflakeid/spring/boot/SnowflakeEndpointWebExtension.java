package io.snowflakeid.spring.boot;

import java.util.Map;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/** Says over HTTP why a text is no id: Boot's own answer to a bad request leaves the reason out unless it is told not to. */
@EndpointWebExtension(endpoint = SnowflakeEndpoint.class)
public final class SnowflakeEndpointWebExtension {

    private final SnowflakeEndpoint endpoint;

    SnowflakeEndpointWebExtension(SnowflakeEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** See {@link SnowflakeEndpoint#decode}; 400 with the reason if it is no id. */
    @ReadOperation
    public WebEndpointResponse<Map<String, Object>> decode(@Selector String id) {
        try {
            return new WebEndpointResponse<>(endpoint.readings(id));
        } catch (IllegalArgumentException e) {
            Map<String, Object> reason = Map.of("error", String.valueOf(e.getMessage()));
            return new WebEndpointResponse<>(OperationResponseBody.of(reason), WebEndpointResponse.STATUS_BAD_REQUEST);
        }
    }
}
