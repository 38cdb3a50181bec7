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
	"status" text DEFAULT 'draft' NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"listed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drafts_status_check" CHECK ("drafts"."status" in ('idea', 'draft', 'in-review', 'approved', 'scheduled', 'published', 'changed', 'withdrawn')),
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
CREATE INDEX "drafts_latest_idx" ON "drafts" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"category") WHERE "drafts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "drafts_unpublished_idx" ON "drafts" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"category") WHERE not "drafts"."is_published" and "drafts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "drafts_status_idx" ON "drafts" USING btree ("status","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"category") WHERE "drafts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "drafts_owner_idx" ON "drafts" USING btree ("owner_id","updated_at" DESC NULLS FIRST) WHERE "drafts"."status" <> 'published' and "drafts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "drafts_assignee_idx" ON "drafts" USING btree ("assignee_id") WHERE "drafts"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "drafts_due_idx" ON "drafts" USING btree ("due_at") WHERE "drafts"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "drafts_bin_idx" ON "drafts" USING btree ("deleted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "drafts"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "drafts_titles_idx" ON "drafts" USING gin (search_fold(lower("title" || E'\n' || "author")) gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "drafts_pairs_idx" ON "drafts" USING gin (search_pairs(search_fold(lower("title" || E'\n' || "author")))) WITH (fastupdate=false);--> statement-breakpoint
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
-- Articles that an editor owns become published ones with a first revision. A feed article gets its draft when an editor first saves it.
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
SELECT gen_random_uuid(), id, 'publish', 1, 'done', created_at, created_at, created_at FROM drafts;--> statement-breakpoint
-- Lists filter and sort drafts by columns that these functions derive, as draftStatus does in src/features/newsroom/rules/.
CREATE FUNCTION refresh_drafts(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  WITH facts AS (
    SELECT d.id, a.id IS NOT NULL AS is_published, coalesce(a.published_at, d.updated_at) AS listed_at, d.content_hash,
      coalesce(d.fields ->> 'summary', '') || coalesce(d.fields ->> 'content', '') = '' AS is_empty, d.assignee_id,
      EXISTS (SELECT FROM publications p WHERE p.article_id = d.id AND p.state = 'scheduled') AS is_scheduled,
      newest.kind AS newest_kind, published.content_hash AS published_hash,
      CASE WHEN review.number > coalesce(published.number, 0)
        AND (review.kind <> 'approve' OR review.content_hash = d.content_hash) THEN review.kind END AS review_kind
    FROM drafts d
    LEFT JOIN articles a ON a.id = d.id
    LEFT JOIN LATERAL (
      SELECT p.kind FROM publications p WHERE p.article_id = d.id AND p.state = 'done' ORDER BY p.seq DESC LIMIT 1
    ) newest ON true
    LEFT JOIN LATERAL (
      SELECT r.number, r.content_hash FROM publications p
      JOIN revisions r ON r.article_id = p.article_id AND r.number = p.revision
      WHERE p.article_id = d.id AND p.state = 'done' AND p.kind = 'publish' ORDER BY p.seq DESC LIMIT 1
    ) published ON true
    LEFT JOIN LATERAL (
      SELECT v.kind, r.number, r.content_hash FROM reviews v
      JOIN revisions r ON r.article_id = v.article_id AND r.number = v.revision
      WHERE v.article_id = d.id ORDER BY v.seq DESC LIMIT 1
    ) review ON true
    WHERE d.id = ANY(ids)
  ), derived AS (
    SELECT id, is_published, listed_at,
      CASE
        WHEN is_scheduled THEN 'scheduled'
        WHEN review_kind = 'submit' THEN 'in-review'
        WHEN review_kind = 'approve' THEN 'approved'
        WHEN is_published AND content_hash = published_hash THEN 'published'
        WHEN is_published THEN 'changed'
        WHEN newest_kind = 'withdraw' THEN 'withdrawn'
        WHEN is_empty AND assignee_id IS NOT NULL THEN 'idea'
        ELSE 'draft'
      END AS status
    FROM facts
  )
  UPDATE drafts SET status = derived.status, is_published = derived.is_published, listed_at = derived.listed_at
  FROM derived WHERE drafts.id = derived.id
    AND (drafts.status, drafts.is_published, drafts.listed_at)
      IS DISTINCT FROM (derived.status, derived.is_published, derived.listed_at)
$$;--> statement-breakpoint
SELECT refresh_drafts(array(SELECT id FROM drafts));--> statement-breakpoint
-- The argument is the column with the id of the draft. The update by refresh_drafts causes no further one.
CREATE FUNCTION refresh_changed_drafts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  IF pg_trigger_depth() = 1 THEN
    EXECUTE format('SELECT array_agg(DISTINCT drafts.id) FROM changed JOIN drafts ON drafts.id = changed.%I', TG_ARGV[0]) INTO ids;
    IF ids IS NOT NULL THEN
      PERFORM refresh_drafts(ids);
    END IF;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER drafts_refresh_inserted AFTER INSERT ON drafts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_drafts('id');--> statement-breakpoint
CREATE TRIGGER drafts_refresh_updated AFTER UPDATE ON drafts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_drafts('id');--> statement-breakpoint
CREATE TRIGGER publications_refresh_inserted AFTER INSERT ON publications REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_drafts('article_id');--> statement-breakpoint
CREATE TRIGGER publications_refresh_updated AFTER UPDATE ON publications REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_drafts('article_id');--> statement-breakpoint
CREATE TRIGGER reviews_refresh_inserted AFTER INSERT ON reviews REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_drafts('article_id');--> statement-breakpoint
CREATE TRIGGER articles_refresh_inserted AFTER INSERT ON articles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_drafts('id');--> statement-breakpoint
CREATE TRIGGER articles_refresh_deleted AFTER DELETE ON articles REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_drafts('id');
