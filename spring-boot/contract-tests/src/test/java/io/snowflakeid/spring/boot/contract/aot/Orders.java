package io.snowflakeid.spring.boot.contract.aot;

import org.springframework.data.jpa.repository.JpaRepository;

public interface Orders extends JpaRepository<Order, Long> {

    Order findFirstByIdGreaterThan(long id);
}
