-- The single characters of a text and its pairs of adjacent characters, for an index: a text that lacks a pair of the query
-- does not contain the query. Duplicates are not removed here, since the index removes them faster.
CREATE FUNCTION search_pairs(text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_to_array($1, NULL)
    || string_to_array(regexp_replace($1, '(..)', E'\\1\x01', 'g'), E'\x01')
    || string_to_array(regexp_replace(substr($1, 2), '(..)', E'\\1\x01', 'g'), E'\x01')
$$;--> statement-breakpoint
-- A column that is computed from others cannot be added without a rewrite of the table, which locks readers out. So the table is
-- copied: meanwhile writers wait, and readers read the former table, until it is replaced within milliseconds. Indexes for
-- searches are built by later migrations.
LOCK TABLE "articles" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "articles_new" (LIKE "articles" INCLUDING DEFAULTS INCLUDING CONSTRAINTS);--> statement-breakpoint
ALTER TABLE "articles_new" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(title || E'\n' || regexp_replace(summary, '<[^>]*>', '', 'g') || E'\n' || author || E'\n' || category)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "articles_new" ADD CONSTRAINT "articles_author_check" CHECK (char_length("articles_new"."author") <= 200);--> statement-breakpoint
INSERT INTO "articles_new" (id, title, summary, content, author, category, image_url, is_breaking, published_at, updated_at, source_url, source_name, origin, feed_id, item_hash)
SELECT id, title, summary, content, left(author, 200), category, image_url, is_breaking, published_at, updated_at, source_url, source_name, origin, feed_id, item_hash
FROM "articles";--> statement-breakpoint
ALTER TABLE "articles_new" ADD CONSTRAINT "articles_new_pkey" PRIMARY KEY ("id");--> statement-breakpoint
CREATE INDEX "articles_latest_idx_new" ON "articles_new" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "articles_category_latest_idx_new" ON "articles_new" USING btree ("category","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "articles_feed_idx_new" ON "articles_new" USING btree ("feed_id");--> statement-breakpoint
CREATE INDEX "articles_sample_idx_new" ON "articles_new" USING btree ("id") WHERE "articles_new"."origin" = 'sample';--> statement-breakpoint
CREATE INDEX "articles_author_latest_idx" ON "articles_new" USING btree ("author","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"category","is_breaking");--> statement-breakpoint
CREATE INDEX "articles_breaking_idx_new" ON "articles_new" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"category","author") WHERE "articles_new"."is_breaking";--> statement-breakpoint
ALTER TABLE "articles_new" ADD CONSTRAINT "articles_feed_id_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feeds"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_identities" ADD CONSTRAINT "article_identities_article_id_articles_new_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles_new"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ANALYZE "articles_new";--> statement-breakpoint
CREATE TRIGGER articles_announce_insert AFTER INSERT ON articles_new
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_articles();--> statement-breakpoint
CREATE TRIGGER articles_announce_delete AFTER DELETE ON articles_new
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_articles();--> statement-breakpoint
CREATE TRIGGER articles_announce_update AFTER UPDATE ON articles_new
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_articles_update();--> statement-breakpoint
CREATE TRIGGER articles_announce_truncate AFTER TRUNCATE ON articles_new
  FOR EACH STATEMENT EXECUTE FUNCTION announce_articles();--> statement-breakpoint
-- Processes of the former version continue to read with the role of the running site.
DO $$
DECLARE
  granted record;
BEGIN
  FOR granted IN
    SELECT privilege_type, grantee::regrole AS role FROM pg_class, aclexplode(relacl)
    WHERE pg_class.oid = 'public.articles'::regclass AND grantee NOT IN (0, relowner)
  LOOP
    EXECUTE format('GRANT %s ON articles_new TO %s', granted.privilege_type, granted.role);
  END LOOP;
END $$;--> statement-breakpoint
-- Readers wait from here on.
ALTER TABLE "article_identities" DROP CONSTRAINT "article_identities_article_id_articles_id_fk";--> statement-breakpoint
DROP TABLE "articles";--> statement-breakpoint
ALTER TABLE "articles_new" RENAME TO "articles";--> statement-breakpoint
ALTER TABLE "article_identities" RENAME CONSTRAINT "article_identities_article_id_articles_new_id_fk" TO "article_identities_article_id_articles_id_fk";--> statement-breakpoint
ALTER INDEX "articles_new_pkey" RENAME TO "articles_pkey";--> statement-breakpoint
ALTER INDEX "articles_latest_idx_new" RENAME TO "articles_latest_idx";--> statement-breakpoint
ALTER INDEX "articles_category_latest_idx_new" RENAME TO "articles_category_latest_idx";--> statement-breakpoint
ALTER INDEX "articles_feed_idx_new" RENAME TO "articles_feed_idx";--> statement-breakpoint
ALTER INDEX "articles_sample_idx_new" RENAME TO "articles_sample_idx";--> statement-breakpoint
ALTER INDEX "articles_breaking_idx_new" RENAME TO "articles_breaking_idx";
