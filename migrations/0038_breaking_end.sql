ALTER TABLE "articles" ADD COLUMN "breaking_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "breaking_ends_at" timestamp with time zone;
