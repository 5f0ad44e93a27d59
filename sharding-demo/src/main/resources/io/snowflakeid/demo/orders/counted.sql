-- for comparison: orders whose ids each database counts by itself
CREATE TABLE counted_order (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  user_id BIGINT NOT NULL
);
