package io.snowflakeid.verification.peers;

import cn.hutool.core.util.IdUtil;
import io.snowflakeid.verification.makers.IdMaker;
import io.snowflakeid.verification.makers.MakerSettings;

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
