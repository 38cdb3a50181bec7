-- Names the table, columns and functions of the article list and of form hashes as the code does. Triggers keep their names.
ALTER TABLE "desk_entries" RENAME TO "article_list";--> statement-breakpoint
ALTER TABLE "drafts" RENAME COLUMN "content_hash" TO "form_hash";--> statement-breakpoint
ALTER TABLE "revisions" RENAME COLUMN "content_hash" TO "form_hash";--> statement-breakpoint
ALTER FUNCTION content_hash(jsonb) RENAME TO form_hash;--> statement-breakpoint
ALTER FUNCTION refresh_desk_entries(uuid[]) RENAME TO refresh_article_list;--> statement-breakpoint
ALTER FUNCTION refresh_changed_desk_entries() RENAME TO refresh_changed_article_list;--> statement-breakpoint
ALTER FUNCTION refresh_edited_desk_entries() RENAME TO refresh_edited_article_list;--> statement-breakpoint
DO $$
DECLARE
  statement text;
BEGIN
  FOR statement IN
    SELECT format('ALTER TABLE article_list RENAME CONSTRAINT %I TO %I', conname, replace(conname, 'desk_entries', 'article_list'))
    FROM pg_constraint WHERE conrelid = 'article_list'::regclass AND conname LIKE 'desk\_entries%'
  LOOP
    EXECUTE statement;
  END LOOP;
  FOR statement IN
    SELECT format('ALTER INDEX %I RENAME TO %I', relname, replace(relname, 'desk_entries', 'article_list'))
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indrelid = 'article_list'::regclass AND relname LIKE 'desk\_entries%'
    UNION ALL
    -- Functions contain the names as text.
    SELECT replace(replace(pg_get_functiondef(oid), 'desk_entries', 'article_list'), 'content_hash', 'form_hash')
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosrc ~ 'desk_entries|content_hash'
  LOOP
    EXECUTE statement;
  END LOOP;
END $$;
