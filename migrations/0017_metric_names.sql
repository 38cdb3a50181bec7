-- Uses the terms of docs/glossary.md: metrics, failure, email.
ALTER TABLE "view_figures" RENAME TO "view_metrics";--> statement-breakpoint
ALTER TABLE "view_metrics" RENAME CONSTRAINT "view_figures_kind_span_start_name_pk" TO "view_metrics_kind_span_start_name_pk";--> statement-breakpoint
ALTER TABLE "view_metrics" RENAME CONSTRAINT "view_figures_kind_check" TO "view_metrics_kind_check";--> statement-breakpoint
ALTER TABLE "view_metrics" RENAME CONSTRAINT "view_figures_span_check" TO "view_metrics_span_check";--> statement-breakpoint
ALTER TABLE "view_metrics" RENAME CONSTRAINT "view_figures_month_check" TO "view_metrics_month_check";--> statement-breakpoint
ALTER TABLE "newsletter_campaigns" RENAME COLUMN "trouble" TO "failure";--> statement-breakpoint
UPDATE "audit_log" SET
	"action" = replace("action", 'uncertain-letters.', 'uncertain-emails.'),
	"changes" = CASE WHEN "changes" ? 'letters'
		THEN ("changes" - 'letters') || jsonb_build_object('emails', "changes" -> 'letters') ELSE "changes" END
WHERE "action" LIKE 'uncertain-letters.%';
