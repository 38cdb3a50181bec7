CREATE TABLE "feed_versions" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"feed_id" uuid NOT NULL,
	"item_hash" text NOT NULL,
	"fields" jsonb NOT NULL,
	"is_offered" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "feed_versions" ADD CONSTRAINT "feed_versions_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_versions" ADD CONSTRAINT "feed_versions_feed_id_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feeds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feed_versions_feed_idx" ON "feed_versions" USING btree ("feed_id");--> statement-breakpoint
CREATE TRIGGER feed_versions_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON feed_versions
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
