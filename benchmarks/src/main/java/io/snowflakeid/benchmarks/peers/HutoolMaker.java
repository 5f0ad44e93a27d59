package io.snowflakeid.benchmarks.peers;

import cn.hutool.core.util.IdUtil;
import io.snowflakeid.demo.chaos.IdMaker;
import io.snowflakeid.demo.chaos.MakerSettings;

/** hutool's default: the numbers come from the network card and the process's number. */
public final class HutoolMaker implements IdMaker {

    @Override
    public String name() {
        return "hutool";
    }

    @Override
    public String describe(MakerSettings settings) {
        return "IdUtil.getSnowflakeNextId(); 41 bits ms, 5 datacenter, 5 worker, 12 sequence";
    }

    @Override
    public Ids open(MakerSettings settings) {
        return IdUtil::getSnowflakeNextId;
    }
}
