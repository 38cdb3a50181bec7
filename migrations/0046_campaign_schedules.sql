ALTER TABLE "newsletter_campaigns" DROP CONSTRAINT "newsletter_campaigns_state_check";--> statement-breakpoint
ALTER TABLE "newsletter_campaigns" ADD COLUMN "content" text;--> statement-breakpoint
ALTER TABLE "newsletter_campaigns" ADD COLUMN "planned_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "newsletter_campaigns_scheduled_idx" ON "newsletter_campaigns" USING btree ("planned_at") WHERE "newsletter_campaigns"."state" = 'scheduled';--> statement-breakpoint
ALTER TABLE "newsletter_campaigns" ADD CONSTRAINT "newsletter_campaigns_schedule_check" CHECK ("newsletter_campaigns"."state" <> 'scheduled' or ("newsletter_campaigns"."planned_at" is not null and "newsletter_campaigns"."content" is not null));--> statement-breakpoint
ALTER TABLE "newsletter_campaigns" ADD CONSTRAINT "newsletter_campaigns_state_check" CHECK ("newsletter_campaigns"."state" in ('scheduled', 'sending', 'paused', 'cancelled', 'done'));