CREATE TABLE "held_items" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"feed_id" uuid,
	"keys" text[] NOT NULL,
	"item_hash" text NOT NULL,
	"revision" integer
);
--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "new_articles" text DEFAULT 'publish' NOT NULL;--> statement-breakpoint
ALTER TABLE "held_items" ADD CONSTRAINT "held_items_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_items" ADD CONSTRAINT "held_items_feed_id_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feeds"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "held_items_feed_idx" ON "held_items" USING btree ("feed_id");--> statement-breakpoint
CREATE INDEX "held_items_keys_idx" ON "held_items" USING gin ("keys");--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_new_articles_check" CHECK ("feeds"."new_articles" in ('publish', 'hold'));--> statement-breakpoint
-- As before, except that the drafts of held items have the source "feed".
CREATE OR REPLACE FUNCTION refresh_desk_entries(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  -- A concurrent change of the same article waits here, and then reads what this one has committed.
  SELECT FROM desk_entries e WHERE e.id = ANY(ids) ORDER BY e.id FOR UPDATE;
  DELETE FROM desk_entries e WHERE e.id = ANY(ids)
    AND NOT EXISTS (SELECT FROM drafts WHERE drafts.id = e.id) AND NOT EXISTS (SELECT FROM articles WHERE articles.id = e.id);
  WITH texts AS (
    SELECT changed.id, coalesce(d.title, a.title) AS title, coalesce(d.author, a.author) AS author,
      CASE WHEN (d.title, d.author) <> (a.title, a.author) THEN E'\n' || a.title || E'\n' || a.author ELSE '' END AS read,
      coalesce(d.content_hash, a.item_hash) AS content_hash
    FROM unnest(ids) AS changed (id)
    LEFT JOIN drafts d ON d.id = changed.id
    LEFT JOIN articles a ON a.id = changed.id
    WHERE d.id IS NOT NULL OR a.id IS NOT NULL
  ), hashed AS (
    SELECT id, title || E'\n' || author || read AS head, md5(title || E'\n' || author || read || coalesce(content_hash, '')) AS hash,
      author, content_hash IS NULL AS has_no_hash
    FROM texts
  )
  INSERT INTO desk_entries (id, status, category, author, source, owner_id, assignee_id, listed_at, edited_at, due_at, deleted_at,
    head, words, text_hash)
  SELECT h.id, coalesce(d.status, 'published'), coalesce(d.category, a.category), h.author,
    CASE WHEN a.id IS NULL THEN CASE WHEN held.article_id IS NULL THEN coalesce(e.source, 'own') ELSE 'feed' END WHEN a.origin = 'editor' THEN 'own' ELSE 'feed' END,
    d.owner_id, d.assignee_id, coalesce(d.listed_at, a.published_at), d.updated_at, d.due_at, d.deleted_at,
    CASE WHEN e.text_hash = h.hash AND NOT h.has_no_hash THEN e.head ELSE search_fold(lower(h.head)) END,
    CASE WHEN e.text_hash = h.hash AND NOT h.has_no_hash THEN e.words ELSE search_words(h.head || E'\n' || left(regexp_replace(
      CASE WHEN d.id IS NULL THEN a.summary ELSE coalesce(d.fields ->> 'summary', '') || E'\n' || coalesce(d.fields ->> 'content', '') END,
      '<[^>]*>', ' ', 'g'), 100000)) END,
    h.hash
  FROM hashed h
  LEFT JOIN drafts d ON d.id = h.id
  LEFT JOIN articles a ON a.id = h.id
  LEFT JOIN desk_entries e ON e.id = h.id
  LEFT JOIN held_items held ON held.article_id = h.id
  -- Transactions that change the same articles lock them in the same order.
  ORDER BY h.id
  ON CONFLICT (id) DO UPDATE SET status = excluded.status, category = excluded.category, author = excluded.author,
    source = excluded.source, owner_id = excluded.owner_id, assignee_id = excluded.assignee_id, listed_at = excluded.listed_at,
    edited_at = excluded.edited_at, due_at = excluded.due_at, deleted_at = excluded.deleted_at, head = excluded.head,
    words = excluded.words, text_hash = excluded.text_hash
  WHERE (desk_entries.status, desk_entries.category, desk_entries.author, desk_entries.source, desk_entries.owner_id,
      desk_entries.assignee_id, desk_entries.listed_at, desk_entries.edited_at, desk_entries.due_at, desk_entries.deleted_at,
      desk_entries.head, desk_entries.words)
    IS DISTINCT FROM (excluded.status, excluded.category, excluded.author, excluded.source, excluded.owner_id,
      excluded.assignee_id, excluded.listed_at, excluded.edited_at, excluded.due_at, excluded.deleted_at,
      excluded.head, excluded.words)
$$;
