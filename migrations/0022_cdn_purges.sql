CREATE TABLE "cdn_purges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cdn_purges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"change" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"due_at" timestamp with time zone,
	"sent" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cdn_state" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"target" text NOT NULL,
	"build" text NOT NULL,
	"previous_build" text,
	"failing_since" timestamp with time zone,
	"retry_at" timestamp with time zone,
	"error" text,
	CONSTRAINT "cdn_state_id_check" CHECK ("cdn_state"."id")
);
--> statement-breakpoint
-- With a CDN, each change is recorded in its transaction, so that the purge survives a process that is killed.
CREATE FUNCTION announce_change(payload text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('masthead_live', payload);
  INSERT INTO cdn_purges (change) SELECT payload::jsonb
  WHERE EXISTS (SELECT FROM cdn_state) AND payload::jsonb->>'table' IS DISTINCT FROM 'cdn_state';
END $$;--> statement-breakpoint
DO $$
DECLARE
  definition text;
BEGIN
  FOR definition IN
    SELECT pg_get_functiondef(oid) FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' AND proname <> 'announce_change'
      AND strpos(prosrc, 'pg_notify(''masthead_live'', ') > 0
  LOOP
    EXECUTE replace(definition, 'pg_notify(''masthead_live'', ', 'announce_change(');
  END LOOP;
END $$;--> statement-breakpoint
CREATE TRIGGER cdn_state_announce AFTER INSERT OR DELETE OR UPDATE OF failing_since, error ON cdn_state
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
