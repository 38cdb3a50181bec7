CREATE TABLE "deleted_articles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"row" jsonb NOT NULL,
	"keys" text[] NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "deleted_articles_age_idx" ON "deleted_articles" USING btree ("deleted_at");