CREATE TABLE "article_topics" (
	"article_id" uuid NOT NULL,
	"topic_id" uuid NOT NULL,
	CONSTRAINT "article_topics_article_id_topic_id_pk" PRIMARY KEY("article_id","topic_id")
);
--> statement-breakpoint
CREATE TABLE "topics" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "topics_slug_check" CHECK (char_length("topics"."slug") between 1 and 200),
	CONSTRAINT "topics_name_check" CHECK (btrim("topics"."name") <> '' and char_length("topics"."name") <= 80),
	CONSTRAINT "topics_description_check" CHECK (char_length("topics"."description") <= 500)
);
--> statement-breakpoint
ALTER TABLE "article_topics" ADD CONSTRAINT "article_topics_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_topics" ADD CONSTRAINT "article_topics_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_topics_topic_idx" ON "article_topics" USING btree ("topic_id","article_id");--> statement-breakpoint
CREATE UNIQUE INDEX "topics_slug_key" ON "topics" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "topics_name_key" ON "topics" USING btree (lower("name"));--> statement-breakpoint
CREATE TRIGGER topics_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON topics
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER article_topics_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON article_topics
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
