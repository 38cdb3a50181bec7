-- Not in the migration that adds the columns, whose lock would stop readers meanwhile.
-- New fields are null until they are used. Without nulls, the texts of earlier versions keep their hash.
CREATE OR REPLACE FUNCTION content_hash(jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT encode(sha256(convert_to(jsonb_strip_nulls($1)::text, 'UTF8')), 'hex')
$$;--> statement-breakpoint
UPDATE articles SET breaking_ends_at = coalesce(updated_at, published_at) + interval '2 hours' WHERE is_breaking;--> statement-breakpoint
UPDATE deleted_articles SET row = row || jsonb_build_object('breaking_ends_at',
  coalesce((row ->> 'updated_at')::timestamptz, (row ->> 'published_at')::timestamptz) + interval '2 hours')
WHERE (row ->> 'is_breaking')::boolean;--> statement-breakpoint
-- Statements that only set is_breaking, such as those of the sample edition and of psql, start two hours of breaking news or end them.
CREATE FUNCTION set_breaking_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT NEW.is_breaking THEN
    NEW.breaking_ends_at := least(NEW.breaking_ends_at, now());
  ELSIF NEW.breaking_ends_at IS NULL OR NEW.breaking_ends_at <= now() THEN
    NEW.breaking_until := NULL;
    NEW.breaking_ends_at := now() + interval '2 hours';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER articles_breaking_insert BEFORE INSERT ON articles FOR EACH ROW
  WHEN (NEW.is_breaking AND NEW.breaking_ends_at IS NULL) EXECUTE FUNCTION set_breaking_end();--> statement-breakpoint
CREATE TRIGGER articles_breaking_update BEFORE UPDATE OF is_breaking ON articles FOR EACH ROW
  WHEN (NEW.is_breaking <> OLD.is_breaking AND NEW.breaking_ends_at IS NOT DISTINCT FROM OLD.breaking_ends_at)
  EXECUTE FUNCTION set_breaking_end();
