ALTER TABLE "newsletter_campaigns" DROP CONSTRAINT "newsletter_campaigns_template_check";--> statement-breakpoint
ALTER TABLE "newsletter_campaigns" ADD COLUMN "article_id" uuid;--> statement-breakpoint
ALTER TABLE "newsletter_campaigns" ADD COLUMN "preview" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_campaigns" ADD CONSTRAINT "newsletter_campaigns_article_check" CHECK ("newsletter_campaigns"."template" <> 'article' or "newsletter_campaigns"."article_id" is not null);--> statement-breakpoint
ALTER TABLE "newsletter_campaigns" ADD CONSTRAINT "newsletter_campaigns_template_check" CHECK ("newsletter_campaigns"."template" in ('announcement', 'headlines', 'digest', 'article'));