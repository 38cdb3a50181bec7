-- A browser created each document from the stored text, unverified. Documents without edits are created again.
WITH unedited AS (
  UPDATE "drafts" SET "document_id" = NULL, "document_seq" = 0, "seed_differences" = NULL
  WHERE "document_seq" = 1 AND "seed_differences" <> '{}'
  RETURNING "id"
)
DELETE FROM "draft_updates" WHERE "draft_id" IN (SELECT "id" FROM unedited);--> statement-breakpoint
-- Whoever created the others counts as an editor of them.
UPDATE "drafts" SET "edited_by" = "edited_by" || "creators"."by"
FROM (SELECT DISTINCT ON ("draft_id") "draft_id", "by" FROM "draft_updates" ORDER BY "draft_id", "seq") AS "creators"
WHERE "creators"."draft_id" = "drafts"."id" AND "seed_differences" <> '{}'
  AND "creators"."by" IS NOT NULL AND NOT "creators"."by" = ANY("edited_by");
