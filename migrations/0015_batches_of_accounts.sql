DROP INDEX "draft_steps_client_idx";--> statement-breakpoint
CREATE UNIQUE INDEX "draft_steps_client_idx" ON "draft_steps" USING btree ("draft_id","by","client","batch");