CREATE TABLE "draft_snapshots" (
	"draft_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"document" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draft_snapshots_draft_id_version_pk" PRIMARY KEY("draft_id","version")
);
--> statement-breakpoint
CREATE TABLE "draft_steps" (
	"draft_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"steps" jsonb NOT NULL,
	"lost" text,
	"seen" integer NOT NULL,
	"client" text NOT NULL,
	"batch" integer NOT NULL,
	"by" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draft_steps_draft_id_version_pk" PRIMARY KEY("draft_id","version")
);
--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "draft_snapshots" ADD CONSTRAINT "draft_snapshots_draft_id_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_steps" ADD CONSTRAINT "draft_steps_draft_id_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_steps" ADD CONSTRAINT "draft_steps_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "draft_steps_client_idx" ON "draft_steps" USING btree ("draft_id","client","batch");--> statement-breakpoint
CREATE INDEX "draft_steps_at_idx" ON "draft_steps" USING btree ("at");--> statement-breakpoint
-- Passages are found by their quote when a document is opened first.
UPDATE "notes" SET "anchor" = NULL WHERE "anchor" IS NOT NULL;--> statement-breakpoint
DROP TABLE "draft_updates" CASCADE;--> statement-breakpoint
ALTER TABLE "drafts" DROP COLUMN "document_id";--> statement-breakpoint
ALTER TABLE "drafts" DROP COLUMN "document_seq";--> statement-breakpoint
ALTER TABLE "drafts" DROP COLUMN "seed_differences";--> statement-breakpoint
CREATE OR REPLACE FUNCTION announce_drafts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM changed JOIN previous ON previous.id = changed.id
    WHERE (changed.title, changed.author, changed.category, changed.status, changed.is_published, changed.last_revision,
        changed.owner_id, changed.assignee_id, changed.due_at, changed.deleted_at)
      IS DISTINCT FROM (previous.title, previous.author, previous.category, previous.status, previous.is_published, previous.last_revision,
        previous.owner_id, previous.assignee_id, previous.due_at, previous.deleted_at)
      OR changed.updated_at >= previous.updated_at + interval '1 minute'
  ) THEN
    PERFORM pg_notify('masthead_live', json_build_object('table', 'drafts', 'op', TG_OP)::text);
  END IF;
  RETURN NULL;
END $$;
