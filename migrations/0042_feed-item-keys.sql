ALTER TABLE "article_identities" ADD COLUMN "item_key" text;--> statement-breakpoint
ALTER TABLE "article_identities" ADD COLUMN "item_mark" text;--> statement-breakpoint
ALTER TABLE "article_identities" ADD COLUMN "is_shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A guid that is no address had a key with the host of its link, which changes when a publisher moves. It now has one with its feed.
CREATE FUNCTION pg_temp.feed_keys(feed text, keys text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT key), '{}') FROM (
    SELECT 'feed:' || feed || ':' || regexp_replace(old, '^guid:[^:]*:(\d{1,5}:)?', '') AS key
    FROM unnest(keys) AS old WHERE old LIKE 'guid:%'
  ) AS named WHERE length(key) <= 600
$$;--> statement-breakpoint
INSERT INTO article_identities (key, article_id, first_seen_at)
  SELECT named.key, i.article_id, i.first_seen_at
  FROM article_identities i JOIN articles a ON a.id = i.article_id, unnest(pg_temp.feed_keys(a.feed_id::text, ARRAY[i.key])) AS named (key)
  WHERE i.key LIKE 'guid:%' AND a.feed_id IS NOT NULL
  ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO article_identities (key)
  SELECT unnest(pg_temp.feed_keys(h.feed_id::text, h.keys)) FROM held_items h WHERE h.feed_id IS NOT NULL
  UNION ALL
  SELECT unnest(pg_temp.feed_keys(d.row->>'feed_id', d.keys)) FROM deleted_articles d WHERE d.row->>'feed_id' IS NOT NULL
  ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE held_items SET keys = keys || pg_temp.feed_keys(feed_id::text, keys)
  WHERE feed_id IS NOT NULL AND pg_temp.feed_keys(feed_id::text, keys) <> '{}';--> statement-breakpoint
UPDATE deleted_articles SET keys = keys || pg_temp.feed_keys(row->>'feed_id', keys)
  WHERE row->>'feed_id' IS NOT NULL AND pg_temp.feed_keys(row->>'feed_id', keys) <> '{}';
