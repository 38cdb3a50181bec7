-- The definition of 0027 did not record changes for the purges of a CDN (see 0022).
CREATE OR REPLACE FUNCTION announce_shown_image() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed integer;
BEGIN
  SELECT count(*) INTO changed FROM (
    SELECT FROM articles WHERE (origin = 'editor' OR image_url LIKE '/storage/%')
      AND upload_names(image_url, summary, content) @> ARRAY[NEW.name]
      OR social_image = '/storage/article-images/' || NEW.name LIMIT 101
  ) AS bounded;
  IF changed > 100 THEN
    PERFORM announce_change(json_build_object('table', 'articles', 'op', TG_OP)::text);
  ELSE
    PERFORM announce_change(json_build_object('table', 'articles', 'op', TG_OP, 'id', id,
      'categories', json_build_array(category), 'breaking', is_breaking)::text)
    FROM articles WHERE (origin = 'editor' OR image_url LIKE '/storage/%')
      AND upload_names(image_url, summary, content) @> ARRAY[NEW.name]
      OR social_image = '/storage/article-images/' || NEW.name;
  END IF;
  IF EXISTS (SELECT FROM site_settings WHERE strpos(setting_value, '/storage/article-images/' || NEW.name) > 0) THEN
    PERFORM announce_change(json_build_object('table', 'site_settings', 'op', TG_OP)::text);
  END IF;
  RETURN NULL;
END $$;
