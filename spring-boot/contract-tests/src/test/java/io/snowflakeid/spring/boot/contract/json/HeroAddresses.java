package io.snowflakeid.spring.boot.contract.json;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeRef;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Ids in addresses, as docs/json.md shows them. */
@RestController
class HeroAddresses {

    record Found(@SnowflakeRef long id) {}

    @GetMapping("/heroes/{id}")
    Found byId(@PathVariable("id") long id) {
        return new Found(id);
    }

    @GetMapping("/heroes")
    Found byParameter(@RequestParam("id") long id) {
        return new Found(id);
    }

    @GetMapping("/h/{code}")
    Found byCode(@PathVariable("code") String code) {
        return new Found(idOf(code));
    }

    /** Reads what IdFormat.BASE62.format(id) writes, and nothing else. */
    private static long idOf(String code) {
        try {
            return IdFormat.BASE62.parse(code);
        } catch (IllegalArgumentException e) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage(), e);
        }
    }
}
