package io.snowflakeid.mybatis;

import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

/** What has a name in JNDI, where MyBatis itself looks data sources up. */
final class JndiNames {

    private JndiNames() {}

    /** @throws IllegalArgumentException if that is no JNDI name, or nothing has it */
    // the name is the operator's, and these two forms reach no server that an attacker could choose, as ldap: and rmi:
    // do
    @SuppressWarnings("BanJNDI")
    static Object find(String name) {
        if (!name.startsWith("java:") && !name.startsWith("jdbc/")) {
            throw new IllegalArgumentException("'" + name + "' is neither a jdbc: address nor a JNDI name (java:… or"
                    + " jdbc/…): give one of them, or put a " + DataSource.class.getName()
                    + " object into the properties in code");
        }
        Object found;
        try {
            found = InitialContext.<Object>doLookup(name);
        } catch (NamingException e) {
            throw new IllegalArgumentException("JNDI has no '" + name + "' (" + e + ")", e);
        }
        if (found == null) {
            throw new IllegalArgumentException("JNDI has no '" + name + "'");
        }
        return found;
    }
}
