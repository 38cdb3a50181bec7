-- Every change of a published table sends a notification on the channel "masthead_live", so that each process removes the
-- cached pages that depend on it (src/app/change-notifications.server.ts). The payload is JSON: {"table", "op", "id"}, and for
-- articles also "categories" (before and after) and "breaking". Triggers run per statement. A large statement sends one
-- notification without an id, which stands for the whole table.

CREATE FUNCTION announce_articles() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed integer;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    PERFORM pg_notify('masthead_live', json_build_object('table', 'articles', 'op', TG_OP)::text);
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

CREATE FUNCTION announce_articles_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed integer;
BEGIN
  SELECT count(*) INTO changed FROM (SELECT 1 FROM new_rows LIMIT 101) AS bounded;
  IF changed > 100 THEN
    PERFORM pg_notify('masthead_live', json_build_object('table', 'articles', 'op', TG_OP)::text);
  ELSE
    PERFORM pg_notify('masthead_live', json_build_object(
      'table', 'articles', 'op', TG_OP, 'id', after.id,
      'categories', json_build_array(before.category, after.category),
      'breaking', before.is_breaking OR after.is_breaking)::text)
    FROM new_rows AS after JOIN old_rows AS before ON before.id = after.id
    WHERE before IS DISTINCT FROM after;
    -- If a primary key was changed, rows before and after cannot be matched. This is rare, so all pages are removed.
    IF EXISTS (SELECT FROM new_rows AS after LEFT JOIN old_rows AS before ON before.id = after.id WHERE before.id IS NULL) THEN
      PERFORM pg_notify('masthead_live', json_build_object('table', 'articles', 'op', TG_OP)::text);
    END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER articles_announce_insert AFTER INSERT ON articles
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_articles();--> statement-breakpoint
CREATE TRIGGER articles_announce_delete AFTER DELETE ON articles
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_articles();--> statement-breakpoint
CREATE TRIGGER articles_announce_update AFTER UPDATE ON articles
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_articles_update();--> statement-breakpoint
CREATE TRIGGER articles_announce_truncate AFTER TRUNCATE ON articles
  FOR EACH STATEMENT EXECUTE FUNCTION announce_articles();--> statement-breakpoint

CREATE FUNCTION announce_site_settings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_changed boolean := true;
BEGIN
  -- Every page depends on some setting, so a statement that changes no value must not invalidate them.
  IF TG_OP = 'INSERT' THEN is_changed := EXISTS (SELECT FROM new_rows);
  ELSIF TG_OP = 'DELETE' THEN is_changed := EXISTS (SELECT FROM old_rows);
  ELSIF TG_OP = 'UPDATE' THEN is_changed := EXISTS (SELECT * FROM new_rows EXCEPT SELECT * FROM old_rows);
  END IF;
  IF is_changed THEN
    PERFORM pg_notify('masthead_live', json_build_object('table', 'site_settings', 'op', TG_OP)::text);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER site_settings_announce_insert AFTER INSERT ON site_settings
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_site_settings();--> statement-breakpoint
CREATE TRIGGER site_settings_announce_delete AFTER DELETE ON site_settings
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_site_settings();--> statement-breakpoint
CREATE TRIGGER site_settings_announce_update AFTER UPDATE ON site_settings
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_site_settings();--> statement-breakpoint
CREATE TRIGGER site_settings_announce_truncate AFTER TRUNCATE ON site_settings
  FOR EACH STATEMENT EXECUTE FUNCTION announce_site_settings();
