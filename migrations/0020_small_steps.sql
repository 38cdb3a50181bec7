DROP INDEX "draft_steps_client_idx";--> statement-breakpoint
DROP INDEX "draft_steps_at_idx";--> statement-breakpoint
ALTER TABLE "draft_steps" ALTER COLUMN "steps" SET DATA TYPE json;--> statement-breakpoint
CREATE INDEX "draft_steps_at_idx" ON "draft_steps" USING brin ("at");