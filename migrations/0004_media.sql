CREATE TABLE "media" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"file" text NOT NULL,
	"mime" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"is_decorative" boolean DEFAULT false NOT NULL,
	"caption" text DEFAULT '' NOT NULL,
	"credit" text DEFAULT '' NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"people" text DEFAULT '' NOT NULL,
	"keywords" text DEFAULT '' NOT NULL,
	"rights_note" text DEFAULT '' NOT NULL,
	"rights_end_on" date,
	"focus_x" double precision,
	"focus_y" double precision,
	"perceptual_hash" bigint NOT NULL,
	"taken_at" timestamp with time zone,
	"uploaded_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(name || E'\n' || alt || E'\n' || caption || E'\n' || credit || E'\n' || source || E'\n' || people || E'\n' || keywords)) STORED NOT NULL,
	CONSTRAINT "media_name_check" CHECK ("media"."name" ~ '^[\w-][\w.-]{0,199}$'),
	CONSTRAINT "media_size_check" CHECK (least("media"."width", "media"."height", "media"."bytes") > 0),
	CONSTRAINT "media_alt_check" CHECK (not "media"."is_decorative" or "media"."alt" = ''),
	CONSTRAINT "media_focus_check" CHECK (("media"."focus_x" is null) = ("media"."focus_y" is null) and "media"."focus_x" between 0 and 1 and "media"."focus_y" between 0 and 1)
);
--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "media_name_key" ON "media" USING btree ("name");--> statement-breakpoint
CREATE INDEX "media_latest_idx" ON "media" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "media_uploader_idx" ON "media" USING btree ("uploaded_by","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "media_rights_idx" ON "media" USING btree ("rights_end_on") WHERE "media"."rights_end_on" is not null;--> statement-breakpoint
CREATE INDEX "media_search_idx" ON "media" USING gin (search_fold("search_text") gin_trgm_ops);--> statement-breakpoint
-- Where an image is used.
CREATE INDEX "drafts_uploads_idx" ON "drafts" USING gin (upload_names("fields" ->> 'imageUrl', "fields" ->> 'summary', "fields" ->> 'content')) WHERE strpos("drafts"."fields"::text, '/storage/article-images/') > 0;--> statement-breakpoint
CREATE TRIGGER media_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON media
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
-- Readers see the new file and crop at once: pages with the image are rendered again.
CREATE FUNCTION announce_shown_image() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed integer;
BEGIN
  SELECT count(*) INTO changed FROM (
    SELECT FROM articles WHERE (origin = 'editor' OR image_url LIKE '/storage/%')
      AND upload_names(image_url, summary, content) @> ARRAY[NEW.name] LIMIT 101
  ) AS bounded;
  IF changed > 100 THEN
    PERFORM pg_notify('masthead_live', json_build_object('table', 'articles', 'op', TG_OP)::text);
  ELSE
    PERFORM pg_notify('masthead_live', json_build_object('table', 'articles', 'op', TG_OP, 'id', id,
      'categories', json_build_array(category), 'breaking', is_breaking)::text)
    FROM articles WHERE (origin = 'editor' OR image_url LIKE '/storage/%')
      AND upload_names(image_url, summary, content) @> ARRAY[NEW.name];
  END IF;
  IF EXISTS (SELECT FROM site_settings WHERE strpos(setting_value, '/storage/article-images/' || NEW.name) > 0) THEN
    PERFORM pg_notify('masthead_live', json_build_object('table', 'site_settings', 'op', TG_OP)::text);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER media_announce_shown AFTER UPDATE ON media FOR EACH ROW
  WHEN ((NEW.file, NEW.focus_x, NEW.focus_y) IS DISTINCT FROM (OLD.file, OLD.focus_x, OLD.focus_y))
  EXECUTE FUNCTION announce_shown_image();
