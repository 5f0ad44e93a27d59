-- the tables of one game server; no foreign keys are declared, as in most game databases
CREATE TABLE players (
  id BIGINT NOT NULL /*counted*/ PRIMARY KEY,
  home_server INT NOT NULL,
  name VARCHAR(40) NOT NULL,
  level INT NOT NULL,
  gold BIGINT NOT NULL,
  created_at DATETIME(3) NOT NULL
);

CREATE TABLE guilds (
  id BIGINT NOT NULL /*counted*/ PRIMARY KEY,
  home_server INT NOT NULL,
  leader_id BIGINT NOT NULL,
  name VARCHAR(40) NOT NULL,
  founded_at DATETIME(3) NOT NULL
);

CREATE TABLE guild_members (
  id BIGINT NOT NULL /*counted*/ PRIMARY KEY,
  home_server INT NOT NULL,
  guild_id BIGINT NOT NULL,
  player_id BIGINT NOT NULL,
  member_rank VARCHAR(16) NOT NULL,
  joined_at DATETIME(3) NOT NULL
);

CREATE TABLE items (
  id BIGINT NOT NULL /*counted*/ PRIMARY KEY,
  home_server INT NOT NULL,
  owner_id BIGINT NOT NULL,
  template VARCHAR(40) NOT NULL,
  amount INT NOT NULL,
  obtained_at DATETIME(3) NOT NULL
);

CREATE TABLE mails (
  id BIGINT NOT NULL /*counted*/ PRIMARY KEY,
  home_server INT NOT NULL,
  sender_id BIGINT NOT NULL,
  receiver_id BIGINT NOT NULL,
  subject VARCHAR(80) NOT NULL,
  body VARCHAR(400) NOT NULL,
  sent_at DATETIME(3) NOT NULL
);
