package io.snowflakeid.spring.boot.contract.missing;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class WrongNameApplication {}
