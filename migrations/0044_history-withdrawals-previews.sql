CREATE TABLE "preview_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"article_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "preview_links_token_key" UNIQUE("token_hash")
);
--> statement-breakpoint
DROP INDEX "publications_scheduled_key";--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "preview_links_article_idx" ON "preview_links" USING btree ("article_id");--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_subject_idx" ON "audit_log" USING btree ("subject_id") WHERE "audit_log"."subject_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "publications_scheduled_key" ON "publications" USING btree ("article_id","kind") WHERE "publications"."state" = 'scheduled';--> statement-breakpoint
-- Until now, a draft kept the owner that had created it. The derived columns do not change.
ALTER TABLE "drafts" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "drafts" SET "created_by" = "owner_id" WHERE "owner_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ENABLE TRIGGER USER;--> statement-breakpoint
-- As before, except that an account can be deleted that several columns of a draft refer to: each is a row of `changed`.
CREATE OR REPLACE FUNCTION refresh_edited_desk_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  ids := array(
    SELECT DISTINCT changed.id FROM changed JOIN previous ON previous.id = changed.id
    WHERE (changed.title, changed.author, changed.category, changed.status, changed.is_published, changed.last_revision,
        changed.owner_id, changed.assignee_id, changed.due_at, changed.deleted_at)
      IS DISTINCT FROM (previous.title, previous.author, previous.category, previous.status, previous.is_published, previous.last_revision,
        previous.owner_id, previous.assignee_id, previous.due_at, previous.deleted_at)
      OR changed.updated_at >= previous.updated_at + interval '1 minute'
  );
  IF cardinality(ids) > 0 THEN
    PERFORM refresh_desk_entries(ids);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
-- As before, except that a scheduled withdrawal leaves the status as it is.
CREATE OR REPLACE FUNCTION refresh_drafts(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  WITH facts AS (
    SELECT d.id, a.id IS NOT NULL AS is_published, coalesce(a.published_at, d.updated_at) AS listed_at, d.content_hash,
      coalesce(d.fields ->> 'summary', '') || coalesce(d.fields ->> 'content', '') = '' AS is_empty, d.assignee_id,
      EXISTS (SELECT FROM publications p WHERE p.article_id = d.id AND p.state = 'scheduled' AND p.kind = 'publish') AS is_scheduled,
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
CREATE TRIGGER preview_links_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON preview_links
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
