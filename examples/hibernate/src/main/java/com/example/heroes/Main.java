package com.example.heroes;

import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

public final class Main {

    private Main() {}

    public static void main(String[] args) {
        Configuration configuration = new Configuration()
                .addAnnotatedClass(Hero.class)
                .setProperty("hibernate.connection.url", "jdbc:h2:mem:heroes;DB_CLOSE_DELAY=-1")
                .setProperty("hibernate.hbm2ddl.auto", "create")
                .setProperty("hibernate.snowflake.ledger", "jdbc:h2:mem:heroes;DB_CLOSE_DELAY=-1")
                .setProperty("hibernate.snowflake.ledger.scope", "shared");
        try (SessionFactory sessions = configuration.buildSessionFactory()) {
            Hero ayla = new Hero("Ayla");
            sessions.inTransaction(session -> session.persist(ayla));
            String name = sessions.fromSession(session -> session.find(Hero.class, ayla.id()).name());
            System.out.println("inserted {\"id\":\"" + ayla.id() + "\",\"name\":\"" + name + "\"}");
        }
    }
}
