package io.snowflakeid.spring.boot.contract.guide;

import io.snowflakeid.generator.GeneratorListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.stereotype.Component;

@Component
class Alarm implements GeneratorListener {

    final List<String> raised = new CopyOnWriteArrayList<>();

    @Override
    public void wentOffline(Duration behind) {
        raised.add("no ids: the clock was set back by " + behind);
    }
}
