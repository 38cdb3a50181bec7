CREATE FUNCTION content_hash(jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT encode(sha256(convert_to($1::text, 'UTF8')), 'hex')
$$;--> statement-breakpoint
CREATE TABLE "corrections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"article_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by" uuid,
	CONSTRAINT "corrections_kind_check" CHECK ("corrections"."kind" in ('correction', 'clarification', 'update', 'retraction')),
	CONSTRAINT "corrections_text_check" CHECK (btrim("corrections"."text") <> '')
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"fields" jsonb NOT NULL,
	"content_hash" text GENERATED ALWAYS AS (content_hash(fields)) STORED NOT NULL,
	"title" text GENERATED ALWAYS AS (fields ->> 'title') STORED NOT NULL,
	"author" text GENERATED ALWAYS AS (fields ->> 'author') STORED NOT NULL,
	"category" text GENERATED ALWAYS AS (fields ->> 'category') STORED NOT NULL,
	"last_revision" integer DEFAULT 0 NOT NULL,
	"owner_id" uuid,
	"assignee_id" uuid,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"deleted_by" uuid,
	CONSTRAINT "drafts_category_check" CHECK ("drafts"."category" in ('News', 'Politics', 'Sport', 'Showbiz', 'TV', 'Health', 'Technology', 'Science', 'Money', 'Travel')),
	CONSTRAINT "drafts_author_check" CHECK (char_length("drafts"."author") <= 200)
);
--> statement-breakpoint
CREATE TABLE "publications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "publications_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"article_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"revision" integer,
	"update_kind" text,
	"state" text NOT NULL,
	"planned_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"by" uuid,
	"approved_by" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"failure" text,
	"late_notified_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"correction_kind" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "publications_kind_check" CHECK ("publications"."kind" in ('publish', 'withdraw')),
	CONSTRAINT "publications_state_check" CHECK ("publications"."state" in ('scheduled', 'done', 'failed', 'cancelled')),
	CONSTRAINT "publications_update_kind_check" CHECK ("publications"."update_kind" in ('minor', 'update', 'correction')),
	CONSTRAINT "publications_correction_kind_check" CHECK ("publications"."correction_kind" in ('correction', 'clarification', 'update', 'retraction')),
	CONSTRAINT "publications_revision_check" CHECK (("publications"."kind" = 'withdraw') = ("publications"."revision" is null))
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "reviews_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"article_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"kind" text NOT NULL,
	"by" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "reviews_kind_check" CHECK ("reviews"."kind" in ('submit', 'approve', 'request-changes'))
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"article_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"fields" jsonb NOT NULL,
	"content_hash" text GENERATED ALWAYS AS (content_hash(fields)) STORED NOT NULL,
	"by" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "revisions_article_id_number_pk" PRIMARY KEY("article_id","number"),
	CONSTRAINT "revisions_kind_check" CHECK ("revisions"."kind" in ('autosave', 'save', 'submit', 'publish', 'correction', 'restore', 'import')),
	CONSTRAINT "revisions_number_check" CHECK ("revisions"."number" > 0)
);
--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_revision_fk" FOREIGN KEY ("article_id","revision") REFERENCES "public"."revisions"("article_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_revision_fk" FOREIGN KEY ("article_id","revision") REFERENCES "public"."revisions"("article_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "corrections_article_idx" ON "corrections" USING btree ("article_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "corrections_latest_idx" ON "corrections" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "drafts_latest_idx" ON "drafts" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "drafts_assignee_idx" ON "drafts" USING btree ("assignee_id") WHERE "drafts"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "drafts_due_idx" ON "drafts" USING btree ("due_at") WHERE "drafts"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "drafts_bin_idx" ON "drafts" USING btree ("deleted_at") WHERE "drafts"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "drafts_titles_idx" ON "drafts" USING gin (search_fold(lower("title" || E'\n' || "author")) gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "publications_scheduled_key" ON "publications" USING btree ("article_id") WHERE "publications"."state" = 'scheduled';--> statement-breakpoint
CREATE INDEX "publications_due_idx" ON "publications" USING btree ("next_attempt_at") WHERE "publications"."state" = 'scheduled';--> statement-breakpoint
CREATE INDEX "publications_open_idx" ON "publications" USING btree ("planned_at") WHERE "publications"."state" in ('scheduled', 'failed');--> statement-breakpoint
CREATE INDEX "publications_unnotified_idx" ON "publications" USING btree ("planned_at") WHERE "publications"."late_notified_at" is null and "publications"."state" <> 'cancelled' and ("publications"."finished_at" is null or "publications"."finished_at" - "publications"."planned_at" > interval '1 minute');--> statement-breakpoint
CREATE INDEX "publications_article_idx" ON "publications" USING btree ("article_id","seq");--> statement-breakpoint
CREATE INDEX "reviews_article_idx" ON "reviews" USING btree ("article_id","seq");--> statement-breakpoint
CREATE TRIGGER drafts_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON drafts
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER reviews_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON reviews
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER publications_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON publications
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
-- Articles that an editor owns become published ones with a first revision. A feed article gets its draft when an editor opens it.
INSERT INTO drafts (id, fields, last_revision, created_at, updated_at)
SELECT id, jsonb_build_object('title', title, 'category', category, 'author', author, 'sourceName', coalesce(source_name, ''),
    'summary', summary, 'content', content, 'imageUrl', coalesce(image_url, ''), 'sourceUrl', coalesce(source_url, ''),
    'isBreaking', is_breaking), 1, published_at, coalesce(updated_at, published_at)
FROM articles WHERE origin = 'editor';--> statement-breakpoint
-- Deleted articles, which could be restored for a day, move to the bin.
INSERT INTO drafts (id, fields, last_revision, created_at, updated_at, deleted_at)
SELECT id, jsonb_build_object('title', row ->> 'title', 'category', row ->> 'category', 'author', row ->> 'author',
    'sourceName', coalesce(row ->> 'source_name', ''), 'summary', row ->> 'summary', 'content', row ->> 'content',
    'imageUrl', coalesce(row ->> 'image_url', ''), 'sourceUrl', coalesce(row ->> 'source_url', ''),
    'isBreaking', row -> 'is_breaking'), 1, (row ->> 'published_at')::timestamptz,
  coalesce((row ->> 'updated_at')::timestamptz, (row ->> 'published_at')::timestamptz), deleted_at
FROM deleted_articles WHERE NOT EXISTS (SELECT FROM articles WHERE articles.id = deleted_articles.id);--> statement-breakpoint
INSERT INTO revisions (article_id, number, kind, fields, at)
SELECT id, 1, 'import', fields, updated_at FROM drafts;--> statement-breakpoint
INSERT INTO publications (id, article_id, kind, revision, state, planned_at, finished_at, created_at)
SELECT gen_random_uuid(), id, 'publish', 1, 'done', created_at, created_at, created_at FROM drafts;
