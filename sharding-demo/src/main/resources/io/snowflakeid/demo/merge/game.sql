-- the tables of one game server; no foreign keys are declared, as in most game databases
CREATE TABLE ${ids}_players (
  id BIGINT NOT NULL ${counted} PRIMARY KEY,
  home_server INT NOT NULL,
  name VARCHAR(40) NOT NULL,
  level INT NOT NULL
);

CREATE TABLE ${ids}_items (
  id BIGINT NOT NULL ${counted} PRIMARY KEY,
  home_server INT NOT NULL,
  owner_id BIGINT NOT NULL,
  template VARCHAR(40) NOT NULL,
  amount INT NOT NULL
);

CREATE TABLE ${ids}_mails (
  id BIGINT NOT NULL ${counted} PRIMARY KEY,
  home_server INT NOT NULL,
  sender_id BIGINT NOT NULL,
  receiver_id BIGINT NOT NULL,
  body VARCHAR(400) NOT NULL
);
