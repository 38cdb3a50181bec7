-- Keys of addresses are equal whatever the case of their percent-encoding (RFC 3986 §6.2.2): "%c3" is "%C3", and "%7E" is "~".
CREATE FUNCTION pg_temp.normalise_key(key text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN key ~ '^(feed:[^:]+:)?link:.*%[0-9A-Fa-f]{2}' THEN (
    SELECT string_agg(CASE
      WHEN part ~* '^%(2D|2E|3[0-9]|4[1-9A-F]|5[0-9A]|5F|6[1-9A-F]|7[0-9A]|7E)$' THEN convert_from(decode(substr(part, 2), 'hex'), 'UTF8')
      WHEN part ~ '^%[0-9A-Fa-f]{2}$' THEN upper(part)
      ELSE part END, '' ORDER BY place)
    FROM regexp_matches(key, '%[0-9A-Fa-f]{2}|[^%]+|%', 'g') WITH ORDINALITY AS found (parts, place), unnest(parts) AS part
  ) ELSE key END
$$;--> statement-breakpoint
INSERT INTO article_identities (key, article_id, first_seen_at, item_key, item_mark, is_shared)
  SELECT pg_temp.normalise_key(key), article_id, first_seen_at, item_key, item_mark, is_shared
  FROM article_identities WHERE key LIKE '%\%%' AND pg_temp.normalise_key(key) <> key
  ORDER BY article_id NULLS LAST, first_seen_at
  ON CONFLICT DO NOTHING;--> statement-breakpoint
DELETE FROM article_identities WHERE key LIKE '%\%%' AND pg_temp.normalise_key(key) <> key;--> statement-breakpoint
UPDATE article_identities SET item_key = pg_temp.normalise_key(item_key)
  WHERE item_key LIKE '%\%%' AND pg_temp.normalise_key(item_key) <> item_key;--> statement-breakpoint
UPDATE held_items SET keys = ARRAY(SELECT DISTINCT pg_temp.normalise_key(key) FROM unnest(keys) AS key)
  WHERE array_to_string(keys, ' ') LIKE '%\%%';--> statement-breakpoint
UPDATE deleted_articles SET keys = ARRAY(SELECT DISTINCT pg_temp.normalise_key(key) FROM unnest(keys) AS key)
  WHERE array_to_string(keys, ' ') LIKE '%\%%';
