CREATE TABLE "breaking_bar" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"text" text NOT NULL,
	"link" text,
	"ends_at" timestamp with time zone NOT NULL,
	"by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "breaking_bar_id_check" CHECK ("breaking_bar"."id"),
	CONSTRAINT "breaking_bar_text_check" CHECK (char_length(btrim("breaking_bar"."text")) between 1 and 200),
	CONSTRAINT "breaking_bar_link_check" CHECK (char_length("breaking_bar"."link") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "front_changes" (
	"page" text NOT NULL,
	"version" integer NOT NULL,
	"change" jsonb NOT NULL,
	"before" jsonb NOT NULL,
	"is_undone" boolean DEFAULT false NOT NULL,
	"by" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "front_changes_page_version_pk" PRIMARY KEY("page","version")
);
--> statement-breakpoint
CREATE TABLE "front_publications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "front_publications_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"page" text NOT NULL,
	"front" jsonb NOT NULL,
	"state" text NOT NULL,
	"planned_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"undoes" uuid,
	"by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "front_publications_state_check" CHECK ("front_publications"."state" in ('scheduled', 'done', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "fronts" (
	"page" text PRIMARY KEY NOT NULL,
	"draft" jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"published_id" uuid,
	"pins_end_at" timestamp with time zone,
	CONSTRAINT "fronts_page_check" CHECK ("fronts"."page" in ('home', 'news', 'politics', 'sport', 'showbiz', 'tv', 'health', 'technology', 'science', 'money', 'travel'))
);
--> statement-breakpoint
ALTER TABLE "breaking_bar" ADD CONSTRAINT "breaking_bar_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "front_changes" ADD CONSTRAINT "front_changes_page_fronts_page_fk" FOREIGN KEY ("page") REFERENCES "public"."fronts"("page") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "front_changes" ADD CONSTRAINT "front_changes_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "front_publications" ADD CONSTRAINT "front_publications_undoes_front_publications_id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."front_publications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "front_publications" ADD CONSTRAINT "front_publications_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fronts" ADD CONSTRAINT "fronts_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fronts" ADD CONSTRAINT "fronts_published_id_front_publications_id_fk" FOREIGN KEY ("published_id") REFERENCES "public"."front_publications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "front_publications_due_idx" ON "front_publications" USING btree ("planned_at") WHERE "front_publications"."state" = 'scheduled';--> statement-breakpoint
CREATE INDEX "front_publications_page_idx" ON "front_publications" USING btree ("page","finished_at" DESC NULLS FIRST,"seq" DESC NULLS FIRST) WHERE "front_publications"."state" = 'done';--> statement-breakpoint
CREATE INDEX "fronts_pins_end_idx" ON "fronts" USING btree ("pins_end_at") WHERE "fronts"."pins_end_at" is not null;--> statement-breakpoint
-- Readers' pages depend on the published front and on the end of its pins, not on its draft.
CREATE FUNCTION announce_front() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('masthead_live', json_build_object('table', 'fronts', 'op', TG_OP, 'page', coalesce(NEW.page, OLD.page),
    'published', (NEW.published_id, NEW.pins_end_at) IS DISTINCT FROM (OLD.published_id, OLD.pins_end_at))::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER fronts_announce AFTER INSERT OR UPDATE OR DELETE ON fronts
  FOR EACH ROW EXECUTE FUNCTION announce_front();--> statement-breakpoint
CREATE TRIGGER fronts_announce_truncate AFTER TRUNCATE ON fronts
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER front_publications_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON front_publications
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER breaking_bar_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON breaking_bar
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
