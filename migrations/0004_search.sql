-- The single characters of a text and its pairs of adjacent characters, for an index: a text that lacks a pair of the query
-- does not contain the query. Duplicates are not removed here, since the index removes them faster.
CREATE FUNCTION search_pairs(text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_to_array($1, NULL)
    || string_to_array(regexp_replace($1, '(..)', E'\\1\x01', 'g'), E'\x01')
    || string_to_array(regexp_replace(substr($1, 2), '(..)', E'\\1\x01', 'g'), E'\x01')
$$;--> statement-breakpoint
UPDATE "articles" SET "author" = left("author", 200) WHERE char_length("author") > 200;--> statement-breakpoint
DROP INDEX "articles_breaking_idx";--> statement-breakpoint
DROP INDEX "articles_search_idx";--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(title || E'\n' || regexp_replace(summary, '<[^>]*>', '', 'g') || E'\n' || author || E'\n' || category)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "articles_author_latest_idx" ON "articles" USING btree ("author","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"category","is_breaking");--> statement-breakpoint
CREATE INDEX "articles_pairs_idx" ON "articles" USING gin (search_pairs("search_text")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "articles_breaking_idx" ON "articles" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"category","author") WHERE "articles"."is_breaking";--> statement-breakpoint
CREATE INDEX "articles_search_idx" ON "articles" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_author_check" CHECK (char_length("articles"."author") <= 200);