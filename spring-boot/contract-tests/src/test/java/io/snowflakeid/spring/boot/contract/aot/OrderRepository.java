package io.snowflakeid.spring.boot.contract.aot;

import org.springframework.data.jpa.repository.JpaRepository;

public interface OrderRepository extends JpaRepository<Order, Long> {

    Order findFirstByIdGreaterThan(long id);
}
