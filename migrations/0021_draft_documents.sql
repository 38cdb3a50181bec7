CREATE TABLE "draft_updates" (
	"draft_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"update" "bytea" NOT NULL,
	"snapshot" "bytea",
	"by" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draft_updates_draft_id_seq_pk" PRIMARY KEY("draft_id","seq"),
	CONSTRAINT "draft_updates_seq_check" CHECK ("draft_updates"."seq" > 0)
);
--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "document_id" uuid;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "document_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "seed_differences" jsonb;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "edited_by" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "revisions" ADD COLUMN "edited_by" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "draft_updates" ADD CONSTRAINT "draft_updates_draft_id_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_updates" ADD CONSTRAINT "draft_updates_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_updates_snapshots_idx" ON "draft_updates" USING btree ("draft_id","seq") WHERE "draft_updates"."snapshot" is not null;--> statement-breakpoint
CREATE INDEX "drafts_unrevised_idx" ON "drafts" USING btree ("updated_at") WHERE cardinality("drafts"."edited_by") > 0;--> statement-breakpoint
-- People who type change a draft every second. Lists and other screens of the newsroom reload only when what they show has changed.
CREATE FUNCTION announce_drafts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM changed JOIN previous ON previous.id = changed.id
    WHERE (changed.title, changed.author, changed.category, changed.status, changed.is_published, changed.last_revision,
        changed.owner_id, changed.assignee_id, changed.due_at, changed.deleted_at, changed.document_id)
      IS DISTINCT FROM (previous.title, previous.author, previous.category, previous.status, previous.is_published, previous.last_revision,
        previous.owner_id, previous.assignee_id, previous.due_at, previous.deleted_at, previous.document_id)
      OR changed.updated_at >= previous.updated_at + interval '1 minute'
  ) THEN
    PERFORM pg_notify('masthead_live', json_build_object('table', 'drafts', 'op', TG_OP)::text);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER drafts_announce ON drafts;--> statement-breakpoint
CREATE TRIGGER drafts_announce AFTER INSERT OR DELETE OR TRUNCATE ON drafts
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER drafts_announce_updated AFTER UPDATE ON drafts REFERENCING OLD TABLE AS previous NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_drafts();
