ALTER TABLE "feeds" RENAME COLUMN "publication" TO "publisher";--> statement-breakpoint
ALTER TABLE "feeds" RENAME COLUMN "detected_publication" TO "detected_publisher";
