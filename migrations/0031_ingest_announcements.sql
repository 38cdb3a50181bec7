ALTER TABLE "feeds" ADD COLUMN "damage" text;--> statement-breakpoint
-- A transaction of an ingest sets "masthead.change_source" to "ingest". Its notifications name the source, so that processes can
-- apply them together. New articles are announced by their categories only, since no page depends on their ids.
CREATE OR REPLACE FUNCTION announce_articles() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed integer;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    PERFORM pg_notify('masthead_live', json_build_object('table', 'articles', 'op', TG_OP)::text);
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' AND current_setting('masthead.change_source', true) = 'ingest' THEN
    PERFORM pg_notify('masthead_live', json_build_object(
      'table', 'articles', 'op', TG_OP, 'source', 'ingest',
      'categories', json_agg(DISTINCT row.category), 'breaking', bool_or(row.is_breaking))::text)
    FROM changed_rows AS row HAVING count(*) > 0;
    RETURN NULL;
  END IF;
  SELECT count(*) INTO changed FROM (SELECT 1 FROM changed_rows LIMIT 101) AS bounded;
  IF changed > 100 THEN
    PERFORM pg_notify('masthead_live', json_build_object('table', 'articles', 'op', TG_OP)::text);
  ELSE
    PERFORM pg_notify('masthead_live', json_build_object(
      'table', 'articles', 'op', TG_OP, 'id', row.id,
      'categories', json_build_array(row.category), 'breaking', row.is_breaking)::text)
    FROM changed_rows AS row;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION announce_articles_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed integer;
  -- Without a value, PostgreSQL may return an empty text.
  source text := nullif(current_setting('masthead.change_source', true), '');
BEGIN
  SELECT count(*) INTO changed FROM (SELECT 1 FROM new_rows LIMIT 101) AS bounded;
  IF changed > 100 THEN
    PERFORM pg_notify('masthead_live', json_build_object('table', 'articles', 'op', TG_OP)::text);
  ELSE
    PERFORM pg_notify('masthead_live', (jsonb_build_object(
      'table', 'articles', 'op', TG_OP, 'id', after.id,
      'categories', json_build_array(before.category, after.category),
      'breaking', before.is_breaking OR after.is_breaking) || jsonb_strip_nulls(jsonb_build_object('source', source)))::text)
    FROM new_rows AS after JOIN old_rows AS before ON before.id = after.id
    WHERE before IS DISTINCT FROM after;
    -- If a primary key was changed, rows before and after cannot be matched. This is rare, so all pages are removed.
    IF EXISTS (SELECT FROM new_rows AS after LEFT JOIN old_rows AS before ON before.id = after.id WHERE before.id IS NULL) THEN
      PERFORM pg_notify('masthead_live', json_build_object('table', 'articles', 'op', TG_OP)::text);
    END IF;
  END IF;
  RETURN NULL;
END $$;
