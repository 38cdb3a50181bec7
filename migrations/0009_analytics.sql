CREATE TABLE "page_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"visitor" uuid NOT NULL,
	"path" text NOT NULL,
	"referrer" text DEFAULT '' NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"campaign" text DEFAULT '' NOT NULL,
	"device" text NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	"depth" smallint DEFAULT 0 NOT NULL,
	"bookmarks" smallint DEFAULT 0 NOT NULL,
	"shares" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "view_figures" (
	"kind" text NOT NULL,
	"span" text NOT NULL,
	"start" date NOT NULL,
	"name" text NOT NULL,
	"views" integer NOT NULL,
	"visitors" integer NOT NULL,
	"sessions" integer NOT NULL,
	"bounces" integer NOT NULL,
	"seconds" bigint NOT NULL,
	"reads" integer NOT NULL,
	"depth" bigint NOT NULL,
	"bookmarks" integer NOT NULL,
	"shares" integer NOT NULL,
	CONSTRAINT "view_figures_kind_span_start_name_pk" PRIMARY KEY("kind","span","start","name"),
	CONSTRAINT "view_figures_kind_check" CHECK ("view_figures"."kind" in ('all', 'path', 'source', 'referrer', 'campaign', 'device', 'country', 'depth')),
	CONSTRAINT "view_figures_span_check" CHECK ("view_figures"."span" in ('day', 'month')),
	CONSTRAINT "view_figures_month_check" CHECK ("view_figures"."span" = 'day' or extract(day from "view_figures"."start") = 1)
);
--> statement-breakpoint
CREATE TABLE "visitor_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE INDEX "page_views_at_idx" ON "page_views" USING btree ("at");