CREATE TABLE "live_posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"article_id" uuid NOT NULL,
	"seq" integer,
	"state" text NOT NULL,
	"headline" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"byline" text DEFAULT '' NOT NULL,
	"is_key" boolean DEFAULT false NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	"edited_at" timestamp with time zone,
	"corrected_at" timestamp with time zone,
	"correction" text DEFAULT '' NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "live_posts_state_check" CHECK ("live_posts"."state" in ('waiting', 'published', 'refused')),
	CONSTRAINT "live_posts_published_check" CHECK (("live_posts"."state" = 'published') = ("live_posts"."seq" is not null and "live_posts"."published_at" is not null)),
	CONSTRAINT "live_posts_size_check" CHECK (char_length("live_posts"."body") <= 100000 and char_length("live_posts"."headline") <= 1000
        and char_length("live_posts"."byline") <= 1000 and char_length("live_posts"."correction") <= 10000)
);
--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "live_state" text;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "live_state" text;--> statement-breakpoint
ALTER TABLE "live_posts" ADD CONSTRAINT "live_posts_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_posts" ADD CONSTRAINT "live_posts_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "live_posts_seq_key" ON "live_posts" USING btree ("article_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "live_posts_pinned_key" ON "live_posts" USING btree ("article_id") WHERE "live_posts"."is_pinned";--> statement-breakpoint
CREATE INDEX "live_posts_key_events_idx" ON "live_posts" USING btree ("article_id","seq") WHERE "live_posts"."is_key";--> statement-breakpoint
CREATE INDEX "live_posts_waiting_idx" ON "live_posts" USING btree ("article_id","created_at") WHERE "live_posts"."state" <> 'published';--> statement-breakpoint
CREATE INDEX "live_posts_uploads_idx" ON "live_posts" USING gin (upload_names('', '', "body")) WHERE strpos("live_posts"."body", '/storage/article-images/') > 0;--> statement-breakpoint
CREATE INDEX "drafts_live_idx" ON "drafts" USING btree ("live_state","updated_at" DESC NULLS FIRST) WHERE "drafts"."live_state" is not null;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_live_state_check" CHECK ("articles"."live_state" in ('live', 'ended'));--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_live_state_check" CHECK ("drafts"."live_state" in ('live', 'ended'));
--> statement-breakpoint
-- Readers' pages and the live screen show posts at once.
CREATE FUNCTION announce_live_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('masthead_live', json_build_object('table', 'live_posts', 'id', changed.article_id)::text)
  FROM (SELECT DISTINCT article_id FROM changed_rows) AS changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER live_posts_announce_insert AFTER INSERT ON live_posts
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_live_posts();--> statement-breakpoint
CREATE TRIGGER live_posts_announce_update AFTER UPDATE ON live_posts
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_live_posts();--> statement-breakpoint
CREATE TRIGGER live_posts_announce_delete AFTER DELETE ON live_posts
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_live_posts();--> statement-breakpoint
-- The published article follows its draft, which keeps the state while the article is withdrawn.
CREATE FUNCTION copy_live_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE articles SET live_state = NEW.live_state WHERE id = NEW.id;
  PERFORM pg_notify('masthead_live', json_build_object('table', 'live_posts', 'id', NEW.id)::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER drafts_copy_live_state AFTER UPDATE OF live_state ON drafts FOR EACH ROW
  WHEN (NEW.live_state IS DISTINCT FROM OLD.live_state) EXECUTE FUNCTION copy_live_state();--> statement-breakpoint
CREATE FUNCTION announce_image_of_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('masthead_live', json_build_object('table', 'live_posts', 'id', found.article_id)::text)
  FROM (SELECT DISTINCT article_id FROM live_posts WHERE strpos(body, '/storage/article-images/') > 0
    AND upload_names('', '', body) @> ARRAY[NEW.name]) AS found;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER media_announce_posts AFTER UPDATE ON media FOR EACH ROW
  WHEN ((NEW.file, NEW.focus_x, NEW.focus_y, NEW.caption, NEW.credit, NEW.captions, NEW.transcript)
    IS DISTINCT FROM (OLD.file, OLD.focus_x, OLD.focus_y, OLD.caption, OLD.credit, OLD.captions, OLD.transcript))
  EXECUTE FUNCTION announce_image_of_posts();
