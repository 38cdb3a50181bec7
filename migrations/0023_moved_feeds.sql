ALTER TABLE "feeds" ADD COLUMN "moved_to" text;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "moved_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The error of a disabled feed is the reason for which it was stopped.
UPDATE "feeds" SET "last_error" = NULL, "failure_count" = 0 WHERE NOT "enabled";
