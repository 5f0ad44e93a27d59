-- The tables that a game which declares no foreign key has besides those that are all alike.

CREATE TABLE map (map_id INT PRIMARY KEY, name VARCHAR(20) NOT NULL);

CREATE TABLE login (login_id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, user_name VARCHAR(30) NOT NULL UNIQUE);

CREATE TABLE `char` (
    char_id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, login_id INT UNSIGNED NOT NULL, name VARCHAR(24) NOT NULL,
    guild_id INT UNSIGNED NULL, party_id INT UNSIGNED NOT NULL DEFAULT 0, partner_id INT UNSIGNED NOT NULL DEFAULT 0,
    map_id INT NOT NULL, zeny INT UNSIGNED NOT NULL, `option` INT NOT NULL, UNIQUE KEY name (name), KEY login_id (login_id));

CREATE TABLE guild (
    guild_id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, name VARCHAR(24) NOT NULL, master_id INT UNSIGNED NOT NULL,
    emblem BLOB, UNIQUE KEY name (name));

CREATE TABLE party (party_id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, leader_id INT UNSIGNED NOT NULL, title VARCHAR(24));

CREATE TABLE alliance (
    guild_one INT UNSIGNED NOT NULL, guild_two INT UNSIGNED NOT NULL, opposed TINYINT NOT NULL, PRIMARY KEY (guild_one, guild_two));

CREATE TABLE item (
    item_id BIGINT UNSIGNED PRIMARY KEY AUTO_INCREMENT, char_id INT UNSIGNED NOT NULL, nameid SMALLINT UNSIGNED NOT NULL,
    cards VARBINARY(16), KEY char_id (char_id));

CREATE TABLE holding (
    id INT PRIMARY KEY AUTO_INCREMENT, holder_kind CHAR(1) NOT NULL, holder_id INT UNSIGNED NOT NULL, what VARCHAR(30),
    KEY holder (holder_kind, holder_id));

CREATE TABLE chat (
    id INT PRIMARY KEY AUTO_INCREMENT, char_id INT UNSIGNED NOT NULL, speaker VARCHAR(24) NOT NULL, kind TINYINT NOT NULL,
    target_id INT UNSIGNED NOT NULL, message TEXT);

CREATE TABLE fame_list (place INT PRIMARY KEY, char_id INT UNSIGNED NOT NULL, points INT NOT NULL);

CREATE TABLE char_online (char_id INT UNSIGNED PRIMARY KEY) ENGINE=MyISAM;
