package io.snowflakeid.spring.boot.contract.jpa;

import org.springframework.data.jpa.repository.JpaRepository;

public interface Heroes extends JpaRepository<Hero, Long> {}
