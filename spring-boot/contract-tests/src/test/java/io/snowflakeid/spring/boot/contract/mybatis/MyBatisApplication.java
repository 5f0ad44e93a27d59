package io.snowflakeid.spring.boot.contract.mybatis;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class MyBatisApplication {}
