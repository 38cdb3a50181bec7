CREATE TABLE "inbox_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"recipient_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"article_id" uuid NOT NULL,
	"note_id" uuid,
	"by" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "inbox_items_key" UNIQUE NULLS NOT DISTINCT("recipient_id","article_id","kind","note_id"),
	CONSTRAINT "inbox_items_kind_check" CHECK ("inbox_items"."kind" in ('mention', 'reply', 'review-request', 'approval', 'change-request', 'assignment'))
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"article_id" uuid NOT NULL,
	"parent_id" uuid,
	"anchor" jsonb,
	"quote" text,
	"text" text NOT NULL,
	"by" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"is_blocking" boolean DEFAULT false NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolved_by" uuid,
	CONSTRAINT "notes_text_check" CHECK (btrim("notes"."text") <> '' and char_length("notes"."text") <= 5000),
	CONSTRAINT "notes_quote_check" CHECK (char_length("notes"."quote") <= 1000),
	CONSTRAINT "notes_reply_check" CHECK ("notes"."parent_id" is null or ("notes"."anchor" is null and "notes"."quote" is null and not "notes"."is_blocking" and "notes"."resolved_at" is null))
);
--> statement-breakpoint
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_recipient_id_users_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_note_id_notes_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."notes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_parent_id_notes_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."notes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbox_items_recipient_idx" ON "inbox_items" USING btree ("recipient_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "inbox_items_unread_idx" ON "inbox_items" USING btree ("recipient_id") WHERE "inbox_items"."read_at" is null;--> statement-breakpoint
CREATE INDEX "inbox_items_at_idx" ON "inbox_items" USING btree ("at");--> statement-breakpoint
CREATE INDEX "inbox_items_article_idx" ON "inbox_items" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "inbox_items_note_idx" ON "inbox_items" USING btree ("note_id") WHERE "inbox_items"."note_id" is not null;--> statement-breakpoint
CREATE INDEX "notes_article_idx" ON "notes" USING btree ("article_id","at");--> statement-breakpoint
CREATE INDEX "notes_parent_idx" ON "notes" USING btree ("parent_id") WHERE "notes"."parent_id" is not null;--> statement-breakpoint
CREATE TRIGGER notes_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON notes
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER inbox_items_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON inbox_items
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
