CREATE TABLE "look_files" (
	"image" text NOT NULL,
	"name" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "look_files_image_name_pk" PRIMARY KEY("image","name"),
	CONSTRAINT "look_files_image_check" CHECK ("look_files"."image" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "look_files_bytes_check" CHECK (octet_length("look_files"."bytes") between 1 and 1048576)
);
--> statement-breakpoint
CREATE TABLE "looks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "looks_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"look" jsonb NOT NULL,
	"published_at" timestamp with time zone,
	"by" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "looks_look_check" CHECK (jsonb_typeof("looks"."look") = 'object' and pg_column_size("looks"."look") <= 8192)
);
--> statement-breakpoint
ALTER TABLE "looks" ADD CONSTRAINT "looks_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "looks_draft_key" ON "looks" USING btree (("published_at" is null)) WHERE "looks"."published_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "looks_seq_key" ON "looks" USING btree ("seq");--> statement-breakpoint
-- Readers' pages change only with published looks.
CREATE FUNCTION announce_looks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed looks := coalesce(NEW, OLD);
BEGIN
  PERFORM announce_change(json_build_object('table', 'looks', 'published', changed.published_at IS NOT NULL)::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER looks_announce AFTER INSERT OR UPDATE OR DELETE ON looks
  FOR EACH ROW EXECUTE FUNCTION announce_looks();--> statement-breakpoint
CREATE TRIGGER looks_announce_truncate AFTER TRUNCATE ON looks
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
