package io.snowflakeid.spring.boot.contract.mybatis;

import io.snowflakeid.mybatis.SnowflakeId;

public class Mail {

    @SnowflakeId
    private Long id;

    private String subject;

    public Long getId() {
        return id;
    }

    public void setId(Long id) {
        this.id = id;
    }

    public String getSubject() {
        return subject;
    }

    public void setSubject(String subject) {
        this.subject = subject;
    }
}
