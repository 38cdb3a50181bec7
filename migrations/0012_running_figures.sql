ALTER TABLE "view_figures" DROP CONSTRAINT "view_figures_span_check";--> statement-breakpoint
ALTER TABLE "view_figures" DROP CONSTRAINT "view_figures_month_check";--> statement-breakpoint
ALTER TABLE "page_views" ADD COLUMN "counted" integer[];--> statement-breakpoint
ALTER TABLE "page_views" ADD COLUMN "is_counted" boolean GENERATED ALWAYS AS (counted is not distinct from array[seconds, depth, bookmarks, shares]) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "page_views_visitor_idx" ON "page_views" USING btree ("visitor");--> statement-breakpoint
CREATE INDEX "page_views_uncounted_idx" ON "page_views" USING btree ("at") WHERE not is_counted;--> statement-breakpoint
ALTER TABLE "view_figures" ADD CONSTRAINT "view_figures_span_check" CHECK ("view_figures"."span" in ('running', 'day', 'month'));--> statement-breakpoint
ALTER TABLE "view_figures" ADD CONSTRAINT "view_figures_month_check" CHECK ("view_figures"."span" <> 'month' or extract(day from "view_figures"."start") = 1);