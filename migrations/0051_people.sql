ALTER TABLE "users" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_removed_check" CHECK ("users"."removed_at" is null or "users"."banned");--> statement-breakpoint
CREATE OR REPLACE VIEW "public"."profiles" AS (select id, id as user_id, full_name, avatar_url, role, created_at from users where removed_at is null);