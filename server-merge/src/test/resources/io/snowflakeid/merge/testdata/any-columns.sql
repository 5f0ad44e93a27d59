-- Columns and keys of all types, and names that would end a statement that did not quote them; {server} is the server's number.

CREATE TEMPORARY TABLE numbers (n BIGINT);
INSERT INTO numbers
    WITH RECURSIVE counted (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM counted WHERE n < 349) SELECT n FROM counted;

-- tables that are nothing but a key, of each type; the servers' values are different
CREATE TABLE key_tiny (k TINYINT NOT NULL PRIMARY KEY, v INT) DEFAULT CHARSET utf8mb4;
INSERT INTO key_tiny SELECT n - 128 + {server} * 120, n FROM numbers WHERE n < 100;
CREATE TABLE key_big (k BIGINT UNSIGNED NOT NULL PRIMARY KEY, v INT) DEFAULT CHARSET utf8mb4;
INSERT INTO key_big SELECT 18446744073709551615 - n * 2 - {server}, n FROM numbers;
CREATE TABLE key_negative (k INT NOT NULL PRIMARY KEY, v INT) DEFAULT CHARSET utf8mb4;
INSERT INTO key_negative SELECT 1000 - n * 7 - {server} * 3, n FROM numbers;
CREATE TABLE key_decimal (k DECIMAL(12, 3) NOT NULL PRIMARY KEY, v INT) DEFAULT CHARSET utf8mb4;
INSERT INTO key_decimal SELECT n * 1.5 - 100 + {server} * 0.25, n FROM numbers;
CREATE TABLE key_text (k VARCHAR(30) COLLATE utf8mb4_general_ci NOT NULL PRIMARY KEY, v INT) DEFAULT CHARSET utf8mb4;
INSERT INTO key_text SELECT CONCAT(ELT(1 + n % 5, 'a', 'B', 'ç', 'Z', '_'), ' ', n, 'x', {server}), n FROM numbers;
CREATE TABLE key_text_bin (k VARCHAR(30) COLLATE utf8mb4_bin NOT NULL PRIMARY KEY, v INT) DEFAULT CHARSET utf8mb4;
INSERT INTO key_text_bin
    SELECT CONCAT(ELT(1 + n % 5, 'a', 'A', 'á', 'Z', '\\'), n, ELT(1 + n % 3, '', ' ', '\''), 'x', {server}), n FROM numbers;
CREATE TABLE key_latin (k VARCHAR(30) CHARACTER SET latin1 NOT NULL PRIMARY KEY, v INT) DEFAULT CHARSET utf8mb4;
INSERT INTO key_latin SELECT CONCAT(ELT(1 + n % 4, 'é', 'Ü', 'ß', 'z'), n, 'x', {server}), n FROM numbers;
CREATE TABLE key_char (k CHAR(12) COLLATE utf8mb4_general_ci NOT NULL PRIMARY KEY, v INT) DEFAULT CHARSET utf8mb4;
INSERT INTO key_char SELECT CONCAT(n, ' ', {server}), n FROM numbers;
CREATE TABLE key_bytes (k VARBINARY(20) NOT NULL PRIMARY KEY, v INT) DEFAULT CHARSET utf8mb4;
INSERT INTO key_bytes SELECT CONCAT(CHAR(n % 256), CHAR(0), CHAR(n DIV 256), CHAR({server})), n FROM numbers;
CREATE TABLE key_fixed_bytes (k BINARY(6) NOT NULL PRIMARY KEY, v INT) DEFAULT CHARSET utf8mb4;
INSERT INTO key_fixed_bytes SELECT CONCAT(CHAR(n % 256), CHAR(n DIV 256), CHAR({server})), n FROM numbers;
CREATE TABLE key_date (k DATE NOT NULL PRIMARY KEY, v INT) DEFAULT CHARSET utf8mb4;
INSERT INTO key_date
    SELECT IF(n + {server} = 0, '0000-00-00', DATE('2000-01-01') + INTERVAL n * 2 + {server} DAY), n FROM numbers;
CREATE TABLE key_datetime (k DATETIME(6) NOT NULL PRIMARY KEY, v INT) DEFAULT CHARSET utf8mb4;
INSERT INTO key_datetime
    SELECT IF(n + {server} = 0, '0000-00-00', TIMESTAMP('2000-01-01 00:00:00.123456') + INTERVAL n * 3 + {server} MICROSECOND), n
    FROM numbers;
CREATE TABLE key_timestamp (k TIMESTAMP(3) NOT NULL PRIMARY KEY, v INT) DEFAULT CHARSET utf8mb4;
INSERT INTO key_timestamp
    SELECT IF(n + {server} = 0, '0000-00-00', TIMESTAMP('2001-03-25 01:59:59.500') + INTERVAL n * 7 + {server} MINUTE), n FROM numbers;
CREATE TABLE key_time (k TIME(2) NOT NULL PRIMARY KEY, v INT) DEFAULT CHARSET utf8mb4;
INSERT INTO key_time SELECT SEC_TO_TIME(n * 997 - 99999 + {server}), n FROM numbers;
CREATE TABLE key_year (k YEAR NOT NULL PRIMARY KEY, v INT) DEFAULT CHARSET utf8mb4;
INSERT INTO key_year SELECT 1901 + n + {server} * 120, n FROM numbers WHERE n < 100;
CREATE TABLE key_double (k DOUBLE NOT NULL PRIMARY KEY, v INT) DEFAULT CHARSET utf8mb4;
INSERT INTO key_double SELECT n / 3 + {server} / 7, n FROM numbers;
CREATE TABLE key_bit (k BIT(20) NOT NULL PRIMARY KEY, v INT) DEFAULT CHARSET utf8mb4;
INSERT INTO key_bit SELECT n * 2 + {server}, n FROM numbers;

CREATE TABLE key_of_many (
    e ENUM('z', 'a', 'm') NOT NULL, d DATE NOT NULL, t VARCHAR(9) NOT NULL, i INT NOT NULL, PRIMARY KEY (d, e, t, i)
) DEFAULT CHARSET utf8mb4;
INSERT INTO key_of_many
    SELECT 1 + n % 3, DATE('2000-01-01') + INTERVAL n % 4 DAY, CHAR(65 + n % 7), n * 2 + {server} FROM numbers;
CREATE TABLE key_enum_first (e ENUM('z', 'a', 'm') NOT NULL, i INT NOT NULL, PRIMARY KEY (e, i));
INSERT INTO key_enum_first SELECT 1 + n % 3, n * 2 + {server} FROM numbers;
CREATE TABLE key_unique_only (
    i INT NULL, u INT NOT NULL, w VARCHAR(9), UNIQUE KEY maybe (i), UNIQUE KEY sure (u, w)
) DEFAULT CHARSET utf8mb4;
INSERT INTO key_unique_only SELECT NULLIF(n * 2 + {server}, 20 + {server}), n * 2 + {server}, NULL FROM numbers;
CREATE TABLE key_enum_alone (e ENUM('z', 'a', 'm') NOT NULL PRIMARY KEY, v INT, w VARCHAR(9));
INSERT INTO key_enum_alone VALUES ('z', 1, 's{server}'), (IF({server} = 0, 'a', 'm'), 2, 'x');
CREATE TABLE key_prefix (t TEXT NOT NULL, PRIMARY KEY (t(10))) DEFAULT CHARSET utf8mb4;
INSERT INTO key_prefix SELECT CONCAT(n, 'x', {server}, '-', REPEAT('long ', 100)) FROM numbers;
CREATE TABLE key_partitioned (i INT NOT NULL, p INT NOT NULL, PRIMARY KEY (i, p)) PARTITION BY HASH (p) PARTITIONS 3;
INSERT INTO key_partitioned SELECT n * 2 + {server}, n % 9 FROM numbers;

CREATE TABLE types (
    id INT PRIMARY KEY AUTO_INCREMENT, bo BOOLEAN, ti TINYINT UNSIGNED, me MEDIUMINT, bu BIGINT UNSIGNED, de DECIMAL(30, 10), fl FLOAT,
    dou DOUBLE, bi BIT(13), ye YEAR, da DATE, ti6 TIME(6), dt DATETIME(6), ts TIMESTAMP(6) NULL, ch CHAR(10), vc VARCHAR(50),
    la VARCHAR(50) CHARACTER SET latin1, ut VARCHAR(50) CHARACTER SET utf16, lt LONGTEXT, bn BINARY(8), vb VARBINARY(20), bl LONGBLOB,
    en ENUM('a', 'ß', '', 'x,y'), se SET('p', 'q', 'r s'), js JSON, ge GEOMETRY, gv INT AS (ti * 2) VIRTUAL,
    gs VARCHAR(80) AS (CONCAT(vc, '!')) STORED, inv INT INVISIBLE DEFAULT 7, nn VARCHAR(9) NOT NULL DEFAULT 'it''s', CHECK (ti < 250)
) DEFAULT CHARSET utf8mb4;
INSERT INTO types (
    bo, ti, me, bu, de, fl, dou, bi, ye, da, ti6, dt, ts, ch, vc, la, ut, lt, bn, vb, bl, en, se, js, ge, inv, nn
) VALUES (
    1, 249, -8388608, 18446744073709551615, -1234567890.0123456789, 1.1, 0.1, b'1010101010101', 2155, '9999-12-31', '-838:59:59',
    '1000-01-01 00:00:00.000001', '1970-01-01 00:00:01.5', 'a  ', 'trailing  ', 'äöü€', 'ø🐉', REPEAT('Zoë\n', 300000), x'6100',
    x'0000ff00', REPEAT(x'00ff', 600000), 'ß', 'p,r s', '{"b": 1, "a": [1.50, "\\u00e9", null, true]}', ST_GeomFromText('POINT(1 2)'),
    99, 'x'
), (
    NULL, 0, 0, 9223372036854775808, 0, 3.4e38, -1.7e308, 0, 1901, '0000-00-00', '00:00:00.000001', '0000-00-00 00:00:00',
    '2038-01-19 03:14:07.999999', '', '', '', '', '', '', '', '', '', '', '"x"',
    ST_GeomFromText('LINESTRING(0 0,1 1,2 3)', 4326), NULL, ''
);
INSERT INTO types (inv, nn) VALUES (NULL, '{server}');
CREATE TABLE heap_of_types (fl FLOAT, bi BIT(3), js JSON, bl BLOB, vc VARCHAR(9) COLLATE utf8mb4_general_ci);
INSERT INTO heap_of_types VALUES
    (1.1, b'101', '[1]', x'00', 'x'), (1.1, b'101', '[1]', x'00', 'x'), (1.1, b'101', '[1]', x'00', 'X '),
    (NULL, NULL, NULL, NULL, NULL), (NULL, NULL, NULL, NULL, NULL);
INSERT INTO heap_of_types SELECT n / 9, n % 8, JSON_ARRAY(n), CHAR(n % 3), 'y' FROM numbers;

CREATE TABLE `we``ird; DROP TABLE x -- #` (
    `sel``ect` INT PRIMARY KEY AUTO_INCREMENT, `from` VARCHAR(20), `quote"'s` INT, `\\n` INT, `? ?` INT, `{source}` INT,
    KEY `in``dex` (`from`), UNIQUE KEY `u'nique` (`quote"'s`)
) DEFAULT CHARSET utf8mb4;
CREATE TABLE `a.b` (
    id INT PRIMARY KEY AUTO_INCREMENT, `x -> y` INT NOT NULL, `it's` INT NOT NULL DEFAULT 0, `日本` TEXT, merge_old_id INT, s INT,
    `order` INT
) DEFAULT CHARSET utf8mb4;
CREATE TABLE `C``D` (
    `i d` INT AUTO_INCREMENT, `par``ent` INT, PRIMARY KEY (`i d`),
    CONSTRAINT `f``k` FOREIGN KEY (`par``ent`) REFERENCES `we``ird; DROP TABLE x -- #` (`sel``ect`));
CREATE TABLE `%s %d $1 ${x}` (`%s` INT PRIMARY KEY AUTO_INCREMENT);
INSERT INTO `we``ird; DROP TABLE x -- #` VALUES
    (1, 'a', {server}, 5, 6, 7), (2, 'b', NULL, 5, 6, 7), (9, 'c', {server} + 10, NULL, 1, 2);
INSERT INTO `a.b` VALUES (1, 9, 0, 'x', 1, 2, 3), (2, 1, 1, NULL, 4, 5, 6);
INSERT INTO `C``D` VALUES (1, 9), (2, NULL), (3, 1);
INSERT INTO `%s %d $1 ${x}` VALUES (1), (2);
CREATE VIEW `v``iew` AS SELECT `sel``ect` AS `a``b` FROM `we``ird; DROP TABLE x -- #`;
CREATE TRIGGER `tr``igger` BEFORE INSERT ON `C``D` FOR EACH ROW SET NEW.`par``ent` = NEW.`par``ent`;
