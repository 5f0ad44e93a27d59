package io.snowflakeid.spring.boot.contract.jpa;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class JpaApplication {}
