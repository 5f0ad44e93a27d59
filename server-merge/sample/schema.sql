-- A small game, "realm", with what makes the merge of its servers difficult: counted ids that every server has, names that others
-- chose too, references that no foreign key declares, tables without a key, ranks that a trigger makes, map data, counters, a ranking.
-- For MySQL, MariaDB and, without the word STORED and what follows "not on H2", H2 in MySQL's mode.

-- the map: the same on every server
CREATE TABLE town (
    id INT NOT NULL,
    name VARCHAR(40) NOT NULL,
    x INT NOT NULL,
    y INT NOT NULL,
    PRIMARY KEY (id),
    UNIQUE KEY town_name (name)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

-- people: the same login on two servers is the same person
CREATE TABLE account (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT,
    login VARCHAR(32) NOT NULL,
    mail_address VARCHAR(120) NOT NULL DEFAULT '',
    invited_by INT UNSIGNED NULL,
    created_at DATETIME NOT NULL,
    premium_until DATE NULL,
    PRIMARY KEY (id),
    UNIQUE KEY account_login (login),
    KEY account_invited_by (invited_by),
    CONSTRAINT account_invited_by FOREIGN KEY (invited_by) REFERENCES account (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

CREATE TABLE wallet (
    account_id INT UNSIGNED NOT NULL,
    gold BIGINT UNSIGNED NOT NULL DEFAULT 0,
    gems INT NOT NULL DEFAULT 0,
    last_bonus INT NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id),
    CONSTRAINT wallet_account FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

-- guild and hero refer to each other
CREATE TABLE guild (
    id INT NOT NULL AUTO_INCREMENT,
    name VARCHAR(24) NOT NULL,
    leader_id INT NOT NULL,
    allied_with INT NULL,
    founded_on DATE NOT NULL,
    treasury BIGINT NOT NULL DEFAULT 0,
    motto TEXT NULL,
    banner MEDIUMBLOB NULL,
    PRIMARY KEY (id),
    UNIQUE KEY guild_name (name),
    UNIQUE KEY guild_leader_once (leader_id),
    KEY guild_allied_with (allied_with)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

CREATE TABLE hero (
    id INT NOT NULL AUTO_INCREMENT,
    account_id INT UNSIGNED NOT NULL,
    name VARCHAR(20) NOT NULL,
    mentor_id INT NULL,
    guild_id INT NULL,
    town_id INT NOT NULL DEFAULT 1,
    spouse_id INT NOT NULL DEFAULT -1,
    calling ENUM('warrior', 'mage', 'priest', 'thief') NOT NULL DEFAULT 'warrior',
    level SMALLINT UNSIGNED NOT NULL DEFAULT 1,
    experience BIGINT UNSIGNED NOT NULL DEFAULT 0,
    renown BIGINT GENERATED ALWAYS AS (level * 10 + account_id % 7) STORED,
    portrait BLOB NULL,
    appearance VARBINARY(64) NULL,
    last_seen TIMESTAMP NULL DEFAULT NULL,
    PRIMARY KEY (id),
    UNIQUE KEY hero_name (name),
    KEY hero_experience (experience),
    CONSTRAINT hero_account FOREIGN KEY (account_id) REFERENCES account (id),
    CONSTRAINT hero_mentor FOREIGN KEY (mentor_id) REFERENCES hero (id) ON DELETE SET NULL,
    CONSTRAINT hero_guild FOREIGN KEY (guild_id) REFERENCES guild (id) ON DELETE SET NULL,
    CONSTRAINT hero_town FOREIGN KEY (town_id) REFERENCES town (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

ALTER TABLE guild ADD CONSTRAINT guild_leader FOREIGN KEY (leader_id) REFERENCES hero (id);
ALTER TABLE guild ADD CONSTRAINT guild_allied_with FOREIGN KEY (allied_with) REFERENCES guild (id) ON DELETE SET NULL;

-- counted id and owner make the key together
CREATE TABLE guild_rank (
    id INT NOT NULL AUTO_INCREMENT,
    guild_id INT NOT NULL,
    title VARCHAR(30) NOT NULL,
    standing TINYINT NOT NULL,
    PRIMARY KEY (id, guild_id),
    KEY guild_rank_guild (guild_id),
    CONSTRAINT guild_rank_guild FOREIGN KEY (guild_id) REFERENCES guild (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

CREATE TABLE guild_member (
    hero_id INT NOT NULL,
    guild_id INT NOT NULL,
    rank_id INT NOT NULL,
    nick VARCHAR(15) NOT NULL DEFAULT '',
    PRIMARY KEY (hero_id),
    KEY guild_member_rank (rank_id, guild_id),
    CONSTRAINT guild_member_hero FOREIGN KEY (hero_id) REFERENCES hero (id) ON DELETE CASCADE,
    CONSTRAINT guild_member_rank FOREIGN KEY (rank_id, guild_id) REFERENCES guild_rank (id, guild_id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

-- two references to one table, declared nowhere; names beside the ids
CREATE TABLE guild_war (
    id INT NOT NULL AUTO_INCREMENT,
    attacker INT NOT NULL,
    defender INT NOT NULL,
    attacker_name VARCHAR(24) NOT NULL,
    started_at BIGINT NOT NULL,
    score DECIMAL(9, 2) NOT NULL DEFAULT 0,
    PRIMARY KEY (id),
    KEY guild_war_attacker (attacker),
    KEY guild_war_defender (defender)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

-- on the map of every server, and held by somebody on each
CREATE TABLE castle (
    id INT NOT NULL,
    town_id INT NOT NULL,
    name VARCHAR(40) NOT NULL,
    held_by INT NULL,
    captured_at BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (id),
    CONSTRAINT castle_town FOREIGN KEY (town_id) REFERENCES town (id),
    CONSTRAINT castle_held_by FOREIGN KEY (held_by) REFERENCES guild (id) ON DELETE SET NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

-- belongs to whoever holds the castle: free text with the names of heroes
CREATE TABLE castle_guest (
    castle_id INT NOT NULL,
    list_no TINYINT NOT NULL,
    guests TEXT NOT NULL,
    PRIMARY KEY (castle_id, list_no),
    CONSTRAINT castle_guest_castle FOREIGN KEY (castle_id) REFERENCES castle (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

-- an owner of three kinds: 1 a hero, 2 a guild, 3 a castle, 0 nobody; 0 is no container
CREATE TABLE item (
    id BIGINT NOT NULL AUTO_INCREMENT,
    owner_type TINYINT NOT NULL DEFAULT 0,
    owner_id INT NOT NULL DEFAULT 0,
    container_id BIGINT NOT NULL DEFAULT 0,
    template INT NOT NULL,
    amount INT NOT NULL DEFAULT 1,
    attributes JSON NULL,
    raw_data BLOB NULL,
    PRIMARY KEY (id),
    KEY item_owner (owner_type, owner_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

CREATE TABLE bag (
    hero_id INT NOT NULL,
    bag_no TINYINT NOT NULL,
    slot SMALLINT NOT NULL,
    item_id BIGINT NOT NULL,
    PRIMARY KEY (hero_id, bag_no, slot),
    UNIQUE KEY bag_item_once (item_id),
    CONSTRAINT bag_hero FOREIGN KEY (hero_id) REFERENCES hero (id) ON DELETE CASCADE,
    CONSTRAINT bag_item FOREIGN KEY (item_id) REFERENCES item (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

-- sender 0 is the game itself
CREATE TABLE mail (
    id BIGINT NOT NULL AUTO_INCREMENT,
    sender_id INT NOT NULL DEFAULT 0,
    receiver_id INT NOT NULL,
    item_id BIGINT NULL,
    subject VARCHAR(60) NOT NULL DEFAULT '',
    body TEXT NOT NULL,
    sent_at DATETIME NULL,
    PRIMARY KEY (id),
    KEY mail_sender (sender_id),
    CONSTRAINT mail_receiver FOREIGN KEY (receiver_id) REFERENCES hero (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

-- bidder -1 is none
CREATE TABLE auction (
    id INT NOT NULL AUTO_INCREMENT,
    seller_id INT NOT NULL,
    item_id BIGINT NOT NULL,
    bidder_id INT NOT NULL DEFAULT -1,
    bidder_name VARCHAR(20) NOT NULL DEFAULT '',
    price BIGINT UNSIGNED NOT NULL DEFAULT 0,
    ends_at BIGINT NOT NULL,
    PRIMARY KEY (id),
    CONSTRAINT auction_seller FOREIGN KEY (seller_id) REFERENCES hero (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

CREATE TABLE quest_log (
    hero_id INT NOT NULL,
    quest_no INT NOT NULL,
    state TINYINT NOT NULL DEFAULT 0,
    progress DOUBLE NOT NULL DEFAULT 0,
    PRIMARY KEY (hero_id, quest_no),
    CONSTRAINT quest_log_hero FOREIGN KEY (hero_id) REFERENCES hero (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

CREATE TABLE friend (
    hero_id INT NOT NULL,
    friend_id INT NOT NULL,
    note VARCHAR(40) NULL,
    PRIMARY KEY (hero_id, friend_id),
    CONSTRAINT friend_hero FOREIGN KEY (hero_id) REFERENCES hero (id) ON DELETE CASCADE,
    CONSTRAINT friend_friend FOREIGN KEY (friend_id) REFERENCES hero (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

-- no key, and rows that are equal
CREATE TABLE duel (
    winner_id INT NOT NULL,
    loser_id INT NOT NULL,
    fought_at BIGINT NOT NULL,
    loser_was_hero TINYINT NOT NULL DEFAULT 1,
    loser_name VARCHAR(40) NOT NULL,
    KEY duel_winner (winner_id),
    CONSTRAINT duel_winner FOREIGN KEY (winner_id) REFERENCES hero (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

-- of two servers' bans of one person, the one that lasts longer counts
CREATE TABLE ban (
    account_id INT UNSIGNED NOT NULL,
    banned_by INT NOT NULL,
    reason VARCHAR(255) NOT NULL DEFAULT '',
    lasts_until BIGINT NOT NULL,
    PRIMARY KEY (account_id),
    CONSTRAINT ban_account FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE,
    CONSTRAINT ban_hero FOREIGN KEY (banned_by) REFERENCES hero (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

CREATE TABLE name_history (
    id INT NOT NULL AUTO_INCREMENT,
    hero_id INT NOT NULL,
    old_name VARCHAR(20) NOT NULL,
    changed_at DATETIME NULL,
    PRIMARY KEY (id),
    KEY name_history_hero (hero_id, changed_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

-- counters that all servers keep
CREATE TABLE monster_kills (
    monster INT NOT NULL,
    kills BIGINT UNSIGNED NOT NULL DEFAULT 0,
    fastest_seconds INT NOT NULL DEFAULT 0,
    strongest_hit BIGINT NOT NULL DEFAULT 0,
    monster_name VARCHAR(40) NOT NULL,
    PRIMARY KEY (monster)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

-- made again from the heroes of all
CREATE TABLE ranking (
    place INT NOT NULL,
    hero_id INT NOT NULL,
    experience BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (place),
    CONSTRAINT ranking_hero FOREIGN KEY (hero_id) REFERENCES hero (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

-- one row of each setting on every server
CREATE TABLE server_setting (
    name VARCHAR(50) NOT NULL,
    setting VARCHAR(250) NOT NULL DEFAULT '',
    PRIMARY KEY (name)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

-- keys such as hero.17.mount
CREATE TABLE memo (
    memo_key VARCHAR(120) NOT NULL,
    content LONGBLOB NOT NULL,
    PRIMARY KEY (memo_key)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

-- who is playing just now
CREATE TABLE online (
    hero_id INT NOT NULL,
    since_second INT NOT NULL,
    PRIMARY KEY (hero_id)
) ENGINE=MEMORY DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

CREATE VIEW guild_strength AS
    SELECT g.id, g.name, COUNT(h.id) AS heroes, SUM(h.level) AS levels
    FROM guild g LEFT JOIN hero h ON h.guild_id = g.id
    GROUP BY g.id, g.name;

-- not on H2 from here on

DELIMITER //
CREATE TRIGGER guild_gets_ranks AFTER INSERT ON guild FOR EACH ROW
BEGIN
    INSERT INTO guild_rank (guild_id, title, standing) VALUES (NEW.id, 'Leader', 3);
    INSERT INTO guild_rank (guild_id, title, standing) VALUES (NEW.id, 'Officer', 2);
    INSERT INTO guild_rank (guild_id, title, standing) VALUES (NEW.id, 'Member', 1);
END
//
CREATE TRIGGER account_gets_wallet AFTER INSERT ON account FOR EACH ROW
BEGIN
    INSERT INTO wallet (account_id, gold) VALUES (NEW.id, 100);
END
//
CREATE TRIGGER castle_loses_holder BEFORE DELETE ON guild FOR EACH ROW
BEGIN
    UPDATE castle SET held_by = NULL WHERE held_by = OLD.id;
END
//
DELIMITER ;

CREATE EVENT auctions_end ON SCHEDULE EVERY 1 DAY DISABLE
    DO DELETE FROM auction WHERE ends_at < UNIX_TIMESTAMP() - 86400;
