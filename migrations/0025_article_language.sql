ALTER TABLE "articles" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_language_check" CHECK ("articles"."language" ~ '^[A-Za-z0-9-]{2,35}$');