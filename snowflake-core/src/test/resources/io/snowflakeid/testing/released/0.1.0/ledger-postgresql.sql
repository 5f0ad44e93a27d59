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
  token VARCHAR(32),
  holder VARCHAR(190) NOT NULL,
  PRIMARY KEY (namespace, datacenter, worker)
);

INSERT INTO snowflake_namespace (namespace, layout, scope, version, opens_at, longest_window, ledger_id, place, group_members)
  VALUES ('default', '41x1ms/0/10/12@2010-11-04T01:42:54.657Z', 'shared', 1, 0, 120000, 'e8ce6d14e3044c8ab476e66ecc0fa8eb', 'shop.public', '');

INSERT INTO snowflake_worker (namespace, datacenter, worker, leased_from, leased_until, quarantined_until, token, holder) VALUES
  ('default', 0, 0, 507036315907, 507036324907, 507036444907, NULL, 'shop-1'),
  ('default', 0, 1, 507036315948, 507036435948, 507036555948, '878be8b4cf304f15949b475c876c8f4a', 'shop-2'),
  ('default', 0, 2, 507036315984, 507036455984, 507036575984, '9d85201eec4a447e96ffd1ee71735554', 'shop-3');
