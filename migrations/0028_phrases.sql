CREATE TABLE "phrases" (
	"language" text NOT NULL,
	"english" text NOT NULL,
	"forms" jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "phrases_language_english_pk" PRIMARY KEY("language","english"),
	CONSTRAINT "phrases_language_check" CHECK ("phrases"."language" ~ '^[a-z]{2}$'),
	CONSTRAINT "phrases_english_check" CHECK (char_length("phrases"."english") between 1 and 1000),
	CONSTRAINT "phrases_forms_check" CHECK (jsonb_typeof("phrases"."forms") = 'object' and octet_length("phrases"."forms"::text) <= 16000)
);
--> statement-breakpoint
CREATE TRIGGER phrases_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON phrases
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
