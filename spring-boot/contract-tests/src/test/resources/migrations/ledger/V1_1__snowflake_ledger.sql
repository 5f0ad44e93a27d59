CREATE TABLE IF NOT EXISTS snowflake_namespace (
  namespace VARCHAR(64) NOT NULL PRIMARY KEY,
  layout VARCHAR(120) NOT NULL,
  scope VARCHAR(100) NOT NULL,
  version INT NOT NULL,
  opens_at BIGINT DEFAULT 0 NOT NULL,
  longest_window BIGINT DEFAULT 0 NOT NULL,
  ledger_id VARCHAR(32) DEFAULT '' NOT NULL,
  place VARCHAR(270) DEFAULT '' NOT NULL,
  group_members VARCHAR(2000) DEFAULT '' NOT NULL
);

CREATE TABLE IF NOT EXISTS snowflake_worker (
  namespace VARCHAR(64) NOT NULL,
  datacenter BIGINT NOT NULL,
  worker BIGINT NOT NULL,
  leased_from BIGINT NOT NULL,
  leased_until BIGINT NOT NULL,
  quarantined_until BIGINT NOT NULL,
  token CHAR(32),
  holder VARCHAR(190) NOT NULL,
  PRIMARY KEY (namespace, datacenter, worker)
);

INSERT INTO snowflake_namespace (namespace, layout, scope, version)
VALUES ('default', '41x1ms/0/10/12@2010-11-04T01:42:54.657Z', 'shared', 1);
