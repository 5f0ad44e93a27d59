package io.snowflakeid.ledger;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

/** Writes a worker's row, and never commits: to be stopped at that point. Arguments: address, user, password, worker. */
final class RowHolderProcess {

    private RowHolderProcess() {}

    public static void main(String[] arguments) throws Exception {
        try (Connection connection = DriverManager.getConnection(arguments[0], arguments[1], arguments[2]);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("UPDATE snowflake_worker SET holder = 'stopped' WHERE namespace = 'default'"
                    + " AND datacenter = 0 AND worker = " + Long.parseLong(arguments[3]));
            System.out.println("written");
            System.in.read(); // until its parent ends
        }
    }
}
