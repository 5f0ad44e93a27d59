package io.snowflakeid.spring.boot.contract.mybatis;

import io.snowflakeid.mybatis.SnowflakeId;

public class Mail {

    @SnowflakeId
    public Long id;

    public String subject;
}
