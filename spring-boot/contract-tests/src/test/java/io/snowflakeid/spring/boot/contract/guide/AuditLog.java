package io.snowflakeid.spring.boot.contract.guide;

import io.snowflakeid.IdGenerator;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

@Component
public class AuditLog {

    private final IdGenerator ids;

    AuditLog(@Qualifier("audit") IdGenerator ids) {
        this.ids = ids;
    }

    long nextId() {
        return ids.nextId();
    }
}
