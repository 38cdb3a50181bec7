CREATE TABLE "ingest_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"report" jsonb
);
--> statement-breakpoint
CREATE INDEX "ingest_runs_age_idx" ON "ingest_runs" USING btree ("started_at");