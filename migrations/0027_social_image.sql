ALTER TABLE "articles" ADD COLUMN "social_image" text;--> statement-breakpoint
CREATE INDEX "articles_social_image_idx" ON "articles" USING btree ("social_image") WHERE "articles"."social_image" is not null;--> statement-breakpoint
CREATE INDEX "drafts_social_image_idx" ON "drafts" USING btree (("fields" ->> 'socialImage')) WHERE "drafts"."fields" ->> 'socialImage' is not null;--> statement-breakpoint
-- As before, with the social images of articles.
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
    PERFORM pg_notify('masthead_live', json_build_object('table', 'articles', 'op', TG_OP)::text);
  ELSE
    PERFORM pg_notify('masthead_live', json_build_object('table', 'articles', 'op', TG_OP, 'id', id,
      'categories', json_build_array(category), 'breaking', is_breaking)::text)
    FROM articles WHERE (origin = 'editor' OR image_url LIKE '/storage/%')
      AND upload_names(image_url, summary, content) @> ARRAY[NEW.name]
      OR social_image = '/storage/article-images/' || NEW.name;
  END IF;
  IF EXISTS (SELECT FROM site_settings WHERE strpos(setting_value, '/storage/article-images/' || NEW.name) > 0) THEN
    PERFORM pg_notify('masthead_live', json_build_object('table', 'site_settings', 'op', TG_OP)::text);
  END IF;
  RETURN NULL;
END $$;
