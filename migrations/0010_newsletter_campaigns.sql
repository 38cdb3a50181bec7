CREATE TABLE "newsletter_campaigns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"template" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"state" text DEFAULT 'sending' NOT NULL,
	"trouble" text,
	"period" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"progressed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "newsletter_campaigns_period_unique" UNIQUE("period"),
	CONSTRAINT "newsletter_campaigns_subject_check" CHECK (btrim("newsletter_campaigns"."subject") <> ''),
	CONSTRAINT "newsletter_campaigns_template_check" CHECK ("newsletter_campaigns"."template" in ('announcement', 'headlines', 'digest')),
	CONSTRAINT "newsletter_campaigns_state_check" CHECK ("newsletter_campaigns"."state" in ('sending', 'paused', 'cancelled', 'done'))
);
--> statement-breakpoint
CREATE TABLE "newsletter_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletter_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"campaign_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "newsletter_deliveries_state_check" CHECK ("newsletter_deliveries"."state" in ('queued', 'claimed', 'sent', 'failed', 'uncertain', 'dropped'))
);
--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "inactive_reason" text;--> statement-breakpoint
ALTER TABLE "newsletter_deliveries" ADD CONSTRAINT "newsletter_deliveries_campaign_id_newsletter_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."newsletter_campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_deliveries" ADD CONSTRAINT "newsletter_deliveries_subscriber_id_newsletter_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."newsletter_subscribers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newsletter_campaigns_latest_idx" ON "newsletter_campaigns" USING btree ("created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "newsletter_campaigns_sending_idx" ON "newsletter_campaigns" USING btree ("created_at") WHERE "newsletter_campaigns"."state" = 'sending';--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_deliveries_key" ON "newsletter_deliveries" USING btree ("campaign_id","subscriber_id");--> statement-breakpoint
CREATE INDEX "newsletter_deliveries_subscriber_idx" ON "newsletter_deliveries" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "newsletter_deliveries_queued_idx" ON "newsletter_deliveries" USING btree ("campaign_id","next_at","id") WHERE "newsletter_deliveries"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "newsletter_deliveries_claimed_idx" ON "newsletter_deliveries" USING btree ("campaign_id") WHERE "newsletter_deliveries"."state" = 'claimed';--> statement-breakpoint
CREATE INDEX "newsletter_deliveries_state_idx" ON "newsletter_deliveries" USING btree ("campaign_id","state","id");--> statement-breakpoint

-- Deliveries send no notifications: during a campaign, the sender updates the row of the campaign once per second.
CREATE TRIGGER newsletter_campaigns_announce AFTER INSERT OR UPDATE OR DELETE ON newsletter_campaigns
  FOR EACH ROW EXECUTE FUNCTION announce_table();
