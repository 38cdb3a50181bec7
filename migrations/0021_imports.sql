CREATE TABLE "import_items" (
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"import_id" uuid NOT NULL,
	"result" text NOT NULL,
	"hash" text NOT NULL,
	"stored_hash" text,
	"our_id" uuid,
	"title" text DEFAULT '' NOT NULL,
	"notes" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "import_items_source_kind_key_pk" PRIMARY KEY("source","kind","key"),
	CONSTRAINT "import_items_kind_check" CHECK ("import_items"."kind" in ('person', 'topic', 'category', 'article', 'redirect', 'subscriber', 'file')),
	CONSTRAINT "import_items_result_check" CHECK ("import_items"."result" in ('created', 'updated', 'unchanged', 'matched', 'kept', 'refused')),
	CONSTRAINT "import_items_key_check" CHECK (char_length("import_items"."key") between 1 and 200),
	CONSTRAINT "import_items_source_check" CHECK (char_length("import_items"."source") between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"path" text NOT NULL,
	"format" text,
	"source" text,
	"options" jsonb NOT NULL,
	"state" text NOT NULL,
	"report" jsonb,
	"total" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "imports_state_check" CHECK ("imports"."state" in ('checking', 'ready', 'running', 'paused', 'done', 'failed')),
	CONSTRAINT "imports_format_check" CHECK ("imports"."format" in ('wordpress', 'ghost', 'substack', 'medium', 'folder', 'masthead'))
);
--> statement-breakpoint
ALTER TABLE "import_items" ADD CONSTRAINT "import_items_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_items_import_idx" ON "import_items" USING btree ("import_id","kind","result");--> statement-breakpoint
CREATE INDEX "import_items_noted_idx" ON "import_items" USING btree ("import_id") WHERE "import_items"."notes" <> '{}';--> statement-breakpoint
CREATE INDEX "import_items_files_idx" ON "import_items" USING btree ("source","hash") WHERE "import_items"."kind" = 'file';--> statement-breakpoint
CREATE INDEX "imports_latest_idx" ON "imports" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "imports_active_idx" ON "imports" USING btree ("created_at") WHERE "imports"."state" in ('checking', 'running');--> statement-breakpoint
CREATE TRIGGER imports_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON imports
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
