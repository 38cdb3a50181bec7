ALTER TABLE "articles" ADD COLUMN "slug" text;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "search_title" text;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "search_description" text;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "social_title" text;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "canonical_url" text;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "is_unlisted" boolean;