package io.snowflakeid.spring.boot.contract.guide;

import io.snowflakeid.generator.ClockMovedBackwardsException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

@RestControllerAdvice
class NoIdAdvice {

    @ExceptionHandler
    ResponseEntity<Void> retryLater(ClockMovedBackwardsException e) {
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .header(HttpHeaders.RETRY_AFTER, String.valueOf(e.behind().toSeconds() + 1))
                .build();
    }
}
