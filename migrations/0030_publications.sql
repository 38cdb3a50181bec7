ALTER TABLE "feeds" ADD COLUMN "publication" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "detected_publication" text;