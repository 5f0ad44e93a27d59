CREATE TABLE accounts (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL UNIQUE);
CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL, experience INT NOT NULL);
CREATE TABLE ranking (player_id INT PRIMARY KEY, experience INT NOT NULL);
CREATE TABLE wallets (account_id INT PRIMARY KEY, gold INT NOT NULL, last_bonus INT NOT NULL);
CREATE TABLE houses (id INT PRIMARY KEY, owner_id INT NOT NULL, paid INT NOT NULL);
CREATE TABLE kv_store (key_name VARCHAR(80) PRIMARY KEY, value VARCHAR(20) NOT NULL);
INSERT INTO accounts VALUES (1, 'own{n}'), (2, 'same');
INSERT INTO players VALUES (1, 'Ann{n}', 1), (2, 'Bob{n}', 0), (3, 'Cid{n}', {n}0);
INSERT INTO wallets VALUES (1, 5, {n}), (2, {n}0, {n});
INSERT INTO houses VALUES (1, 1, {n}), (2, 3, -{n});
INSERT INTO kv_store VALUES ('player.1.gold', '{n}1'), ('player.2.gold', '{n}2'), ('player.3.hp', '{n}3'),
    ('motd', 'of {n}');
