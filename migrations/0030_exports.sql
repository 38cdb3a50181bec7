CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"progress" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exports_state_check" CHECK ("exports"."state" in ('running', 'done', 'cancelled', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exports_latest_idx" ON "exports" USING btree ("created_at" DESC NULLS FIRST);--> statement-breakpoint
-- The progress of running exports sends no notifications.
CREATE TRIGGER exports_announce AFTER INSERT OR DELETE OR UPDATE OF state ON exports
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
