package io.snowflakeid.spring.boot.contract;

import io.snowflakeid.SnowflakeIdGenerator;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** For the operator on call; behind the login of administrators. */
@RestController
public class IdAdministration {

    private final SnowflakeIdGenerator ids;

    public IdAdministration(SnowflakeIdGenerator ids) {
        this.ids = ids;
    }

    /** The clock is right again. */
    @PostMapping("/admin/ids/resume")
    public String resume() {
        return ids.resume() ? "back online" : "was online";
    }

    /** The new time is right. */
    @PostMapping("/admin/ids/accept-leap")
    public String acceptLeap() {
        return ids.acceptLeap() ? "ids follow the clock" : "no leap was pending";
    }
}
