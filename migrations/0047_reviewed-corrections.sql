ALTER TABLE "reviews" ADD COLUMN "correction_kind" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "correction_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_correction_kind_check" CHECK ("reviews"."correction_kind" in ('correction', 'clarification', 'update', 'retraction'));