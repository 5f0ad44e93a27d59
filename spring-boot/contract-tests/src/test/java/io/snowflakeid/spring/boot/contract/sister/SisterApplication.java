package io.snowflakeid.spring.boot.contract.sister;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class SisterApplication {}
