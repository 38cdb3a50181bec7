CREATE TABLE "redirects" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"from_path" text NOT NULL,
	"target" text,
	"status" smallint DEFAULT 301 NOT NULL,
	"origin" text NOT NULL,
	"hits" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "redirects_from_check" CHECK ("redirects"."from_path" ~ '^/.' and char_length("redirects"."from_path") <= 600),
	CONSTRAINT "redirects_target_check" CHECK (("redirects"."target" is null) = ("redirects"."status" = 410) and "redirects"."target" ~ '^(/($|[^/])|https://)' and char_length("redirects"."target") <= 2048),
	CONSTRAINT "redirects_status_check" CHECK ("redirects"."status" in (301, 302, 410)),
	CONSTRAINT "redirects_origin_check" CHECK ("redirects"."origin" in ('editor', 'import', 'rename'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "redirects_from_key" ON "redirects" USING btree ("from_path");--> statement-breakpoint
CREATE INDEX "redirects_target_idx" ON "redirects" USING hash ("target");--> statement-breakpoint
CREATE INDEX "redirects_latest_idx" ON "redirects" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
-- Not for hits: every process would forget the redirects that it knows.
CREATE TRIGGER redirects_announce AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF from_path, target, status ON redirects
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
