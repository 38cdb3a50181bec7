CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
-- Text in the form that searches compare: without accents and ligatures, with straight quotes and plain hyphens. unaccent() is
-- only STABLE, since its dictionary could be changed; naming the dictionary makes the result independent of settings.
CREATE FUNCTION search_fold(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT public.unaccent('public.unaccent', $1)
$$;--> statement-breakpoint
-- The new index is built first and renamed last: building it blocks writes only, dropping the old ones also readers.
CREATE INDEX "articles_search_idx_new" ON "articles" USING gin (search_fold("search_text") gin_trgm_ops,search_keys("author", "category", "published_at", "is_breaking")) WITH (fastupdate=false);--> statement-breakpoint
DROP INDEX IF EXISTS "articles_search_idx", "articles_titles_idx", "articles_pairs_idx";--> statement-breakpoint
ALTER INDEX "articles_search_idx_new" RENAME TO "articles_search_idx";
