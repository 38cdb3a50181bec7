-- The names of the uploads in an image address and in texts.
CREATE FUNCTION upload_names(image_url text, summary text, content text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT found[1]), '{}')
  FROM regexp_matches(coalesce(image_url, '') || ' ' || summary || ' ' || content, '/storage/article-images/([\w.-]+)', 'g') AS found
$$;--> statement-breakpoint
CREATE INDEX "articles_uploads_idx" ON "articles" USING gin (upload_names("image_url", "summary", "content")) WHERE "articles"."origin" = 'editor' or "articles"."image_url" like '/storage/%';