-- Extensions, and functions of columns and indexes.

CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
-- The values that a search filters by, as keys for the text index: an author, a category, a month (UTC) such as "month:202611", and "breaking".
CREATE FUNCTION search_keys(author text, category text, published_at timestamptz, is_breaking boolean) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY[
    'author:' || author,
    'category:' || category,
    'month:' || (extract(year FROM published_at AT TIME ZONE 'UTC') * 100 + extract(month FROM published_at AT TIME ZONE 'UTC'))::int
  ] || CASE WHEN is_breaking THEN ARRAY['breaking'] ELSE '{}' END
$$;--> statement-breakpoint
-- Text in the form that searches compare: without accents and ligatures, with straight quotes and plain hyphens. unaccent() is
-- only STABLE, since its dictionary could be changed; naming the dictionary makes the result independent of settings.
CREATE FUNCTION search_fold(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT public.unaccent('public.unaccent', $1)
$$;--> statement-breakpoint
-- New fields are null until they are used. Without nulls, the texts of earlier versions keep their hash.
CREATE FUNCTION content_hash(jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT encode(sha256(convert_to(jsonb_strip_nulls($1)::text, 'UTF8')), 'hex')
$$;--> statement-breakpoint
-- A text without the characters that would make PostgreSQL's parser join words, such as in "e-mail", addresses and numbers.
-- Replacing one after the other is ten times as fast as translate().
CREATE FUNCTION search_tokens(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(public.search_fold(lower($1)), '-', ' '), '_', ' '), '.', ' '), '/', ' '), '@', ' '), '+', ' '), '&', ' '), '<', ' '), '~', ' ')
$$;--> statement-breakpoint
CREATE FUNCTION search_words(text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT strip(to_tsvector('pg_catalog.simple', public.search_tokens($1)))
$$;--> statement-breakpoint
-- Matches texts that contain each word of the query. Words of up to two letters are compared as a whole: too many words begin
-- with them. Null if the query contains something that is not a word, such as "C++" or "50%".
CREATE FUNCTION search_query(text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN bool_and(numnode(query) > 0) AND NOT $1 ~ '[%+#_$&=<>*^~|\\]'
    THEN string_agg(query::text || CASE WHEN octet_length(word) >= 3 THEN ':*' ELSE '' END, ' & ')::tsquery END
  FROM (
    SELECT word, plainto_tsquery('pg_catalog.simple', word) AS query
    FROM regexp_split_to_table(public.search_tokens($1), '\s+') AS word WHERE word <> ''
  ) AS words
$$;--> statement-breakpoint
-- The pairs of adjacent characters of a text and its last character, for an index: a text that lacks a pair of the query does not
-- contain the query. The text is limited, since a tsvector is limited to 1 MB.
CREATE FUNCTION search_bigrams(text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_to_tsvector(array_remove(
    string_to_array(regexp_replace(left($1, 100000), '(..)', E'\\1\x01', 'g'), E'\x01')
    || string_to_array(regexp_replace(substr($1, 2, 99999), '(..)', E'\\1\x01', 'g'), E'\x01'), ''))
$$;--> statement-breakpoint
-- Matches the bigrams of texts that can contain the word. A single character matches the pairs that begin with it.
CREATE FUNCTION search_bigrams_query(word text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg('''' || replace(replace(bigram, '\', '\\'), '''', '''''') || '''' || CASE WHEN char_length(word) = 1 THEN ':*' ELSE '' END, ' & ')::tsquery
  FROM unnest(tsvector_to_array(public.search_bigrams(word))) AS bigram WHERE char_length(bigram) = least(char_length(word), 2)
$$;--> statement-breakpoint
-- The names of the uploads in an image address and in texts.
CREATE FUNCTION upload_names(image_url text, summary text, content text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT found[1]), '{}')
  FROM regexp_matches(coalesce(image_url, '') || ' ' || summary || ' ' || content, '/storage/article-images/([\w.-]+)', 'g') AS found
$$;--> statement-breakpoint
-- Tables, as drizzle-kit generates them from src/schema/.

CREATE TABLE "account_attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_provider_key" UNIQUE("provider_id","account_id")
);--> statement-breakpoint
CREATE TABLE "auth_secrets" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"secret" text NOT NULL,
	CONSTRAINT "auth_secrets_only_check" CHECK ("auth_secrets"."is_only")
);--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" uuid,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invitations_email_key" UNIQUE("email"),
	CONSTRAINT "invitations_role_check" CHECK ("invitations"."role" in ('admin', 'editor', 'author', 'contributor', 'user')),
	CONSTRAINT "invitations_email_check" CHECK ("invitations"."email" = lower("invitations"."email"))
);--> statement-breakpoint
CREATE TABLE "jwks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"alg" text,
	"crv" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone
);--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" bigint NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passkeys_credential_key" UNIQUE("credential_id")
);--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"last_request" bigint NOT NULL,
	CONSTRAINT "rate_limits_key_key" UNIQUE("key")
);--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"authenticated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_passkey" boolean DEFAULT false NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"impersonated_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_key" UNIQUE("token")
);--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT true NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	CONSTRAINT "two_factors_user_key" UNIQUE("user_id")
);--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"avatar_url" text,
	"role" text DEFAULT 'user' NOT NULL,
	"banned" boolean DEFAULT false NOT NULL,
	"ban_reason" text,
	"ban_expires" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_key" UNIQUE("email"),
	CONSTRAINT "users_role_check" CHECK ("users"."role" in ('admin', 'editor', 'author', 'contributor', 'user')),
	CONSTRAINT "users_removed_check" CHECK ("users"."removed_at" is null or "users"."banned"),
	CONSTRAINT "users_email_check" CHECK ("users"."email" = lower("users"."email"))
);--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
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
	"shares" smallint DEFAULT 0 NOT NULL,
	"counted" integer[],
	"is_counted" boolean GENERATED ALWAYS AS (counted is not distinct from array[seconds, depth, bookmarks, shares]) STORED NOT NULL
);--> statement-breakpoint
CREATE TABLE "view_metrics" (
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
	CONSTRAINT "view_metrics_kind_span_start_name_pk" PRIMARY KEY("kind","span","start","name"),
	CONSTRAINT "view_metrics_kind_check" CHECK ("view_metrics"."kind" in ('all', 'path', 'source', 'referrer', 'campaign', 'device', 'country', 'depth')),
	CONSTRAINT "view_metrics_span_check" CHECK ("view_metrics"."span" in ('running', 'day', 'month')),
	CONSTRAINT "view_metrics_month_check" CHECK ("view_metrics"."span" <> 'month' or extract(day from "view_metrics"."start") = 1)
);--> statement-breakpoint
CREATE TABLE "visitor_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" "bytea" NOT NULL
);--> statement-breakpoint
CREATE TABLE "article_counts" (
	"month" date NOT NULL,
	"category" text NOT NULL,
	"articles" integer NOT NULL
);--> statement-breakpoint
CREATE TABLE "article_identities" (
	"key" text PRIMARY KEY NOT NULL,
	"article_id" uuid,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"item_key" text,
	"item_mark" text,
	"is_shared" boolean DEFAULT false NOT NULL
);--> statement-breakpoint
CREATE TABLE "articles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"author" text DEFAULT '' NOT NULL,
	"category" text DEFAULT 'News' NOT NULL,
	"image_url" text,
	"image_alt" text,
	"is_breaking" boolean DEFAULT false NOT NULL,
	"breaking_until" timestamp with time zone,
	"breaking_ends_at" timestamp with time zone,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone,
	"source_url" text,
	"source_name" text,
	"origin" text DEFAULT 'editor' NOT NULL,
	"feed_id" uuid,
	"item_hash" text,
	"is_dated" boolean DEFAULT true NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(title || E'\n' || regexp_replace(summary, '<[^>]*>', '', 'g') || E'\n' || author || E'\n' || category)) STORED NOT NULL,
	CONSTRAINT "articles_title_check" CHECK (btrim("articles"."title") <> ''),
	CONSTRAINT "articles_author_check" CHECK (char_length("articles"."author") <= 200),
	CONSTRAINT "articles_category_check" CHECK ("articles"."category" in ('News', 'Politics', 'Sport', 'Showbiz', 'TV', 'Health', 'Technology', 'Science', 'Money', 'Travel')),
	CONSTRAINT "articles_origin_check" CHECK ("articles"."origin" in ('editor', 'feed', 'sample')),
	CONSTRAINT "articles_dates_check" CHECK ("articles"."published_at" between '1000-01-01' and '9999-12-31' and "articles"."updated_at" between '1000-01-01' and '9999-12-31')
);--> statement-breakpoint
CREATE TABLE "deleted_articles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"row" jsonb NOT NULL,
	"keys" text[] NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"actor_email" text NOT NULL,
	"action" text NOT NULL,
	"subject_id" text,
	"subject" text DEFAULT '' NOT NULL,
	"changes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"address" text,
	"aggregate_key" text,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "audit_log_aggregate_key" UNIQUE("aggregate_key"),
	CONSTRAINT "audit_log_action_check" CHECK ("audit_log"."action" ~ '^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$')
);--> statement-breakpoint
CREATE TABLE "backup_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"file" text,
	"bytes" bigint,
	"error" text,
	"notified_at" timestamp with time zone
);--> statement-breakpoint
CREATE TABLE "desk_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"category" text NOT NULL,
	"author" text NOT NULL,
	"source" text NOT NULL,
	"owner_id" uuid,
	"assignee_id" uuid,
	"listed_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"head" text NOT NULL,
	"words" "tsvector" NOT NULL,
	"text_hash" text NOT NULL
);--> statement-breakpoint
ALTER TABLE "desk_entries" ALTER COLUMN "words" SET STORAGE EXTERNAL;--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"filter" jsonb NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_name_check" CHECK (char_length("saved_views"."name") between 1 and 60)
);--> statement-breakpoint
CREATE TABLE "writing_preferences" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"byline" text,
	"asks_before_publishing" boolean DEFAULT true NOT NULL,
	CONSTRAINT "writing_preferences_byline_check" CHECK (char_length("writing_preferences"."byline") <= 200)
);--> statement-breakpoint
CREATE TABLE "feeds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"url" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"publication" text DEFAULT '' NOT NULL,
	"detected_publication" text,
	"full_text" boolean DEFAULT false NOT NULL,
	"new_articles" text DEFAULT 'publish' NOT NULL,
	"category" text DEFAULT 'News' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"etag" text,
	"last_modified" text,
	"next_check_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_checked_at" timestamp with time zone,
	"last_success_at" timestamp with time zone,
	"failure_count" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"damage" text,
	"moved_to" text,
	"moved_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feeds_url_key" UNIQUE("url"),
	CONSTRAINT "feeds_url_check" CHECK ("feeds"."url" ~* '^https?://'),
	CONSTRAINT "feeds_category_check" CHECK ("feeds"."category" in ('News', 'Politics', 'Sport', 'Showbiz', 'TV', 'Health', 'Technology', 'Science', 'Money', 'Travel')),
	CONSTRAINT "feeds_new_articles_check" CHECK ("feeds"."new_articles" in ('publish', 'hold')),
	CONSTRAINT "feeds_failure_count_check" CHECK ("feeds"."failure_count" >= 0)
);--> statement-breakpoint
CREATE TABLE "ingest_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"report" jsonb
);--> statement-breakpoint
CREATE TABLE "newsletter_campaigns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"template" text NOT NULL,
	"subject" text NOT NULL,
	"content" text,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"state" text DEFAULT 'sending' NOT NULL,
	"planned_at" timestamp with time zone,
	"failure" text,
	"period" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"progressed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "newsletter_campaigns_period_unique" UNIQUE("period"),
	CONSTRAINT "newsletter_campaigns_subject_check" CHECK (btrim("newsletter_campaigns"."subject") <> ''),
	CONSTRAINT "newsletter_campaigns_template_check" CHECK ("newsletter_campaigns"."template" in ('announcement', 'headlines', 'digest')),
	CONSTRAINT "newsletter_campaigns_state_check" CHECK ("newsletter_campaigns"."state" in ('scheduled', 'sending', 'paused', 'cancelled', 'done')),
	CONSTRAINT "newsletter_campaigns_schedule_check" CHECK ("newsletter_campaigns"."state" <> 'scheduled' or ("newsletter_campaigns"."planned_at" is not null and "newsletter_campaigns"."content" is not null))
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE "newsletter_subscribers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"full_name" text,
	"user_id" uuid,
	"is_active" boolean DEFAULT true NOT NULL,
	"inactive_reason" text,
	"return_requested_at" timestamp with time zone,
	"subscribed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "newsletter_subscribers_email_check" CHECK ("newsletter_subscribers"."email" like '%_@_%'),
	CONSTRAINT "newsletter_subscribers_name_check" CHECK (btrim("newsletter_subscribers"."full_name") <> '')
);--> statement-breakpoint
CREATE TABLE "corrections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"article_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by" uuid,
	CONSTRAINT "corrections_kind_check" CHECK ("corrections"."kind" in ('correction', 'clarification', 'update', 'retraction')),
	CONSTRAINT "corrections_text_check" CHECK (btrim("corrections"."text") <> '')
);--> statement-breakpoint
CREATE TABLE "draft_updates" (
	"draft_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"update" "bytea" NOT NULL,
	"snapshot" "bytea",
	"by" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draft_updates_draft_id_seq_pk" PRIMARY KEY("draft_id","seq"),
	CONSTRAINT "draft_updates_seq_check" CHECK ("draft_updates"."seq" > 0)
);--> statement-breakpoint
CREATE TABLE "drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"fields" jsonb NOT NULL,
	"content_hash" text GENERATED ALWAYS AS (content_hash(fields)) STORED NOT NULL,
	"title" text GENERATED ALWAYS AS (fields ->> 'title') STORED NOT NULL,
	"author" text GENERATED ALWAYS AS (fields ->> 'author') STORED NOT NULL,
	"category" text GENERATED ALWAYS AS (fields ->> 'category') STORED NOT NULL,
	"last_revision" integer DEFAULT 0 NOT NULL,
	"owner_id" uuid,
	"created_by" uuid,
	"assignee_id" uuid,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"document_id" uuid,
	"document_seq" bigint DEFAULT 0 NOT NULL,
	"seed_differences" jsonb,
	"edited_by" uuid[] DEFAULT '{}' NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" uuid,
	"status" text DEFAULT 'draft' NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"listed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drafts_category_check" CHECK ("drafts"."category" in ('News', 'Politics', 'Sport', 'Showbiz', 'TV', 'Health', 'Technology', 'Science', 'Money', 'Travel')),
	CONSTRAINT "drafts_status_check" CHECK ("drafts"."status" in ('idea', 'draft', 'in-review', 'approved', 'scheduled', 'published', 'changed', 'withdrawn')),
	CONSTRAINT "drafts_author_check" CHECK (char_length("drafts"."author") <= 200)
);--> statement-breakpoint
CREATE TABLE "feed_versions" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"feed_id" uuid NOT NULL,
	"item_hash" text NOT NULL,
	"fields" jsonb NOT NULL,
	"is_offered" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone
);--> statement-breakpoint
CREATE TABLE "held_items" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"feed_id" uuid,
	"keys" text[] NOT NULL,
	"item_hash" text NOT NULL,
	"revision" integer,
	"topics" text[] DEFAULT '{}' NOT NULL
);--> statement-breakpoint
CREATE TABLE "preview_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"article_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "preview_links_token_key" UNIQUE("token_hash")
);--> statement-breakpoint
CREATE TABLE "publications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "publications_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"article_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"revision" integer,
	"update_kind" text,
	"state" text NOT NULL,
	"planned_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"by" uuid,
	"approved_by" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"failure" text,
	"late_notified_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"correction_kind" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "publications_kind_check" CHECK ("publications"."kind" in ('publish', 'withdraw')),
	CONSTRAINT "publications_state_check" CHECK ("publications"."state" in ('scheduled', 'done', 'failed', 'cancelled')),
	CONSTRAINT "publications_update_kind_check" CHECK ("publications"."update_kind" in ('minor', 'update', 'correction')),
	CONSTRAINT "publications_correction_kind_check" CHECK ("publications"."correction_kind" in ('correction', 'clarification', 'update', 'retraction')),
	CONSTRAINT "publications_revision_check" CHECK (("publications"."kind" = 'withdraw') = ("publications"."revision" is null))
);--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "reviews_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"article_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"kind" text NOT NULL,
	"by" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"correction_kind" text,
	"correction_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "reviews_correction_kind_check" CHECK ("reviews"."correction_kind" in ('correction', 'clarification', 'update', 'retraction')),
	CONSTRAINT "reviews_kind_check" CHECK ("reviews"."kind" in ('submit', 'approve', 'request-changes'))
);--> statement-breakpoint
CREATE TABLE "revisions" (
	"article_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"fields" jsonb NOT NULL,
	"content_hash" text GENERATED ALWAYS AS (content_hash(fields)) STORED NOT NULL,
	"by" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"edited_by" uuid[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "revisions_article_id_number_pk" PRIMARY KEY("article_id","number"),
	CONSTRAINT "revisions_kind_check" CHECK ("revisions"."kind" in ('autosave', 'save', 'submit', 'publish', 'correction', 'restore', 'import')),
	CONSTRAINT "revisions_number_check" CHECK ("revisions"."number" > 0)
);--> statement-breakpoint
CREATE TABLE "inbox_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"recipient_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"article_id" uuid NOT NULL,
	"note_id" uuid,
	"by" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "inbox_items_key" UNIQUE NULLS NOT DISTINCT("recipient_id","article_id","kind","note_id"),
	CONSTRAINT "inbox_items_kind_check" CHECK ("inbox_items"."kind" in ('mention', 'reply', 'review-request', 'approval', 'change-request', 'assignment'))
);--> statement-breakpoint
CREATE TABLE "notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"article_id" uuid NOT NULL,
	"parent_id" uuid,
	"anchor" jsonb,
	"quote" text,
	"text" text NOT NULL,
	"by" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"is_blocking" boolean DEFAULT false NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolved_by" uuid,
	CONSTRAINT "notes_text_check" CHECK (btrim("notes"."text") <> '' and char_length("notes"."text") <= 5000),
	CONSTRAINT "notes_quote_check" CHECK (char_length("notes"."quote") <= 1000),
	CONSTRAINT "notes_reply_check" CHECK ("notes"."parent_id" is null or ("notes"."anchor" is null and "notes"."quote" is null and not "notes"."is_blocking" and "notes"."resolved_at" is null))
);--> statement-breakpoint
CREATE TABLE "first_start_steps" (
	"name" text PRIMARY KEY NOT NULL,
	"done_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "site_settings" (
	"setting_name" text PRIMARY KEY NOT NULL,
	"setting_value" text DEFAULT '' NOT NULL,
	CONSTRAINT "site_settings_name_check" CHECK (btrim("site_settings"."setting_name") <> ''),
	CONSTRAINT "site_settings_boolean_check" CHECK ("site_settings"."setting_name" not in ('newsletter_enabled', 'maintenance_mode', 'prefer_www', 'adsense_enabled', 'two_factor_required', 'feeds_full_text') or "site_settings"."setting_value" in ('true', 'false'))
);--> statement-breakpoint
CREATE TABLE "article_topics" (
	"article_id" uuid NOT NULL,
	"topic_id" uuid NOT NULL,
	CONSTRAINT "article_topics_article_id_topic_id_pk" PRIMARY KEY("article_id","topic_id")
);--> statement-breakpoint
CREATE TABLE "topics" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "topics_slug_check" CHECK (char_length("topics"."slug") between 1 and 200),
	CONSTRAINT "topics_name_check" CHECK (btrim("topics"."name") <> '' and char_length("topics"."name") <= 80),
	CONSTRAINT "topics_description_check" CHECK (char_length("topics"."description") <= 500)
);--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_impersonated_by_users_id_fk" FOREIGN KEY ("impersonated_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_identities" ADD CONSTRAINT "article_identities_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_feed_id_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feeds"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "writing_preferences" ADD CONSTRAINT "writing_preferences_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_deliveries" ADD CONSTRAINT "newsletter_deliveries_campaign_id_newsletter_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."newsletter_campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_deliveries" ADD CONSTRAINT "newsletter_deliveries_subscriber_id_newsletter_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."newsletter_subscribers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD CONSTRAINT "newsletter_subscribers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_updates" ADD CONSTRAINT "draft_updates_draft_id_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_updates" ADD CONSTRAINT "draft_updates_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_versions" ADD CONSTRAINT "feed_versions_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_versions" ADD CONSTRAINT "feed_versions_feed_id_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feeds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_items" ADD CONSTRAINT "held_items_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_items" ADD CONSTRAINT "held_items_feed_id_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feeds"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_revision_fk" FOREIGN KEY ("article_id","revision") REFERENCES "public"."revisions"("article_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_revision_fk" FOREIGN KEY ("article_id","revision") REFERENCES "public"."revisions"("article_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_recipient_id_users_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_note_id_notes_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."notes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_parent_id_notes_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."notes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_topics" ADD CONSTRAINT "article_topics_article_id_drafts_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_topics" ADD CONSTRAINT "article_topics_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_attempts_end_idx" ON "account_attempts" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "accounts_user_idx" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkeys_user_idx" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_latest_idx" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "verifications_identifier_idx" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "page_views_at_idx" ON "page_views" USING btree ("at");--> statement-breakpoint
CREATE INDEX "page_views_visitor_idx" ON "page_views" USING btree ("visitor");--> statement-breakpoint
CREATE INDEX "page_views_uncounted_idx" ON "page_views" USING btree ("at") WHERE not is_counted;--> statement-breakpoint
CREATE INDEX "article_identities_article_idx" ON "article_identities" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "articles_latest_idx" ON "articles" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "articles_category_latest_idx" ON "articles" USING btree ("category","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "articles_breaking_idx" ON "articles" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"category","author") WHERE "articles"."is_breaking";--> statement-breakpoint
CREATE INDEX "articles_author_latest_idx" ON "articles" USING btree ("author","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"category","is_breaking");--> statement-breakpoint
CREATE INDEX "articles_feed_idx" ON "articles" USING btree ("feed_id");--> statement-breakpoint
CREATE INDEX "articles_uploads_idx" ON "articles" USING gin (upload_names("image_url", "summary", "content")) WHERE "articles"."origin" = 'editor' or "articles"."image_url" like '/storage/%';--> statement-breakpoint
CREATE INDEX "articles_sample_idx" ON "articles" USING btree ("id") WHERE "articles"."origin" = 'sample';--> statement-breakpoint
CREATE INDEX "articles_search_idx" ON "articles" USING gin (search_fold("search_text") gin_trgm_ops,search_keys("author", "category", "published_at", "is_breaking")) WITH (fastupdate=true,gin_pending_list_limit=4096);--> statement-breakpoint
CREATE INDEX "articles_bigrams_idx" ON "articles" USING gin (search_bigrams(search_fold("search_text"))) WITH (fastupdate=true,gin_pending_list_limit=2048);--> statement-breakpoint
CREATE INDEX "deleted_articles_age_idx" ON "deleted_articles" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "audit_log_at_idx" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_actor_idx" ON "audit_log" USING btree ("actor_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_action_idx" ON "audit_log" USING btree ("action","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_subject_idx" ON "audit_log" USING btree ("subject_id") WHERE "audit_log"."subject_id" is not null;--> statement-breakpoint
CREATE INDEX "backup_runs_age_idx" ON "backup_runs" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "desk_entries_latest_idx" ON "desk_entries" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"category","status","source","author","owner_id","assignee_id") WHERE "desk_entries"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "desk_entries_own_idx" ON "desk_entries" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"category","status","source","author","owner_id","assignee_id") WHERE "desk_entries"."deleted_at" is null and "desk_entries"."source" = 'own';--> statement-breakpoint
CREATE INDEX "desk_entries_edited_idx" ON "desk_entries" USING btree ("edited_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"category","status","source","author","owner_id","assignee_id") WHERE "desk_entries"."deleted_at" is null and "desk_entries"."edited_at" is not null;--> statement-breakpoint
CREATE INDEX "desk_entries_due_idx" ON "desk_entries" USING btree ("due_at","id","category","status","source","author","owner_id","assignee_id") WHERE "desk_entries"."deleted_at" is null and "desk_entries"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "desk_entries_bin_idx" ON "desk_entries" USING btree ("deleted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"category","status","source","author","owner_id","assignee_id") WHERE "desk_entries"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "desk_entries_status_idx" ON "desk_entries" USING btree ("status","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"category","source","author","owner_id","assignee_id") WHERE "desk_entries"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "desk_entries_category_idx" ON "desk_entries" USING btree ("category","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","source","author","owner_id","assignee_id") WHERE "desk_entries"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "desk_entries_author_idx" ON "desk_entries" USING btree ("author","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"category","status","source","owner_id","assignee_id") WHERE "desk_entries"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "desk_entries_owner_idx" ON "desk_entries" USING btree ("owner_id") WHERE "desk_entries"."owner_id" is not null;--> statement-breakpoint
CREATE INDEX "desk_entries_assignee_idx" ON "desk_entries" USING btree ("assignee_id") WHERE "desk_entries"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "desk_entries_words_idx" ON "desk_entries" USING gin ("words") WITH (fastupdate=true,gin_pending_list_limit=1024);--> statement-breakpoint
CREATE INDEX "desk_entries_head_idx" ON "desk_entries" USING gin ("head" gin_trgm_ops) WITH (fastupdate=true,gin_pending_list_limit=1024);--> statement-breakpoint
CREATE INDEX "desk_entries_bigrams_idx" ON "desk_entries" USING gin (search_bigrams("head")) WITH (fastupdate=true,gin_pending_list_limit=1024);--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name_key" ON "saved_views" USING btree ("owner_id",lower("name"));--> statement-breakpoint
CREATE INDEX "saved_views_shared_idx" ON "saved_views" USING btree ("name") WHERE "saved_views"."is_shared";--> statement-breakpoint
CREATE INDEX "feeds_due_idx" ON "feeds" USING btree ("next_check_at") WHERE "feeds"."enabled";--> statement-breakpoint
CREATE INDEX "ingest_runs_age_idx" ON "ingest_runs" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "newsletter_campaigns_latest_idx" ON "newsletter_campaigns" USING btree ("created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "newsletter_campaigns_scheduled_idx" ON "newsletter_campaigns" USING btree ("planned_at") WHERE "newsletter_campaigns"."state" = 'scheduled';--> statement-breakpoint
CREATE INDEX "newsletter_campaigns_sending_idx" ON "newsletter_campaigns" USING btree ("created_at") WHERE "newsletter_campaigns"."state" = 'sending';--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_deliveries_key" ON "newsletter_deliveries" USING btree ("campaign_id","subscriber_id");--> statement-breakpoint
CREATE INDEX "newsletter_deliveries_subscriber_idx" ON "newsletter_deliveries" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "newsletter_deliveries_queued_idx" ON "newsletter_deliveries" USING btree ("campaign_id","next_at","id") WHERE "newsletter_deliveries"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "newsletter_deliveries_claimed_idx" ON "newsletter_deliveries" USING btree ("campaign_id") WHERE "newsletter_deliveries"."state" = 'claimed';--> statement-breakpoint
CREATE INDEX "newsletter_deliveries_state_idx" ON "newsletter_deliveries" USING btree ("campaign_id","state","id");--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_user_idx" ON "newsletter_subscribers" USING btree ("user_id") WHERE "newsletter_subscribers"."user_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_subscribers_email_key" ON "newsletter_subscribers" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_latest_idx" ON "newsletter_subscribers" USING btree ("subscribed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "corrections_article_idx" ON "corrections" USING btree ("article_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "corrections_latest_idx" ON "corrections" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "draft_updates_snapshots_idx" ON "draft_updates" USING btree ("draft_id","seq") WHERE "draft_updates"."snapshot" is not null;--> statement-breakpoint
CREATE INDEX "drafts_status_idx" ON "drafts" USING btree ("status","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"category") WHERE "drafts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "drafts_owner_idx" ON "drafts" USING btree ("owner_id","updated_at" DESC NULLS FIRST) WHERE "drafts"."status" <> 'published' and "drafts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "drafts_assignee_idx" ON "drafts" USING btree ("assignee_id") WHERE "drafts"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "drafts_due_idx" ON "drafts" USING btree ("due_at") WHERE "drafts"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "drafts_bin_idx" ON "drafts" USING btree ("deleted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "drafts"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "drafts_unrevised_idx" ON "drafts" USING btree ("updated_at") WHERE cardinality("drafts"."edited_by") > 0;--> statement-breakpoint
CREATE INDEX "feed_versions_feed_idx" ON "feed_versions" USING btree ("feed_id");--> statement-breakpoint
CREATE INDEX "held_items_feed_idx" ON "held_items" USING btree ("feed_id");--> statement-breakpoint
CREATE INDEX "held_items_keys_idx" ON "held_items" USING gin ("keys");--> statement-breakpoint
CREATE INDEX "preview_links_article_idx" ON "preview_links" USING btree ("article_id");--> statement-breakpoint
CREATE UNIQUE INDEX "publications_scheduled_key" ON "publications" USING btree ("article_id","kind") WHERE "publications"."state" = 'scheduled';--> statement-breakpoint
CREATE INDEX "publications_due_idx" ON "publications" USING btree ("next_attempt_at") WHERE "publications"."state" = 'scheduled';--> statement-breakpoint
CREATE INDEX "publications_open_idx" ON "publications" USING btree ("planned_at") WHERE "publications"."state" in ('scheduled', 'failed');--> statement-breakpoint
CREATE INDEX "publications_unnotified_idx" ON "publications" USING btree ("planned_at") WHERE "publications"."late_notified_at" is null and "publications"."state" <> 'cancelled' and ("publications"."finished_at" is null or "publications"."finished_at" - "publications"."planned_at" > interval '1 minute');--> statement-breakpoint
CREATE INDEX "publications_article_idx" ON "publications" USING btree ("article_id","seq");--> statement-breakpoint
CREATE INDEX "reviews_article_idx" ON "reviews" USING btree ("article_id","seq");--> statement-breakpoint
CREATE INDEX "inbox_items_recipient_idx" ON "inbox_items" USING btree ("recipient_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "inbox_items_unread_idx" ON "inbox_items" USING btree ("recipient_id") WHERE "inbox_items"."read_at" is null;--> statement-breakpoint
CREATE INDEX "inbox_items_at_idx" ON "inbox_items" USING btree ("at");--> statement-breakpoint
CREATE INDEX "inbox_items_article_idx" ON "inbox_items" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "inbox_items_note_idx" ON "inbox_items" USING btree ("note_id") WHERE "inbox_items"."note_id" is not null;--> statement-breakpoint
CREATE INDEX "notes_article_idx" ON "notes" USING btree ("article_id","at");--> statement-breakpoint
CREATE INDEX "notes_parent_idx" ON "notes" USING btree ("parent_id") WHERE "notes"."parent_id" is not null;--> statement-breakpoint
CREATE INDEX "article_topics_topic_idx" ON "article_topics" USING btree ("topic_id","article_id");--> statement-breakpoint
CREATE UNIQUE INDEX "topics_slug_key" ON "topics" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "topics_name_key" ON "topics" USING btree (lower("name"));--> statement-breakpoint
CREATE VIEW "public"."profiles" AS (select id, id as user_id, full_name, avatar_url, role, created_at from users where removed_at is null);--> statement-breakpoint
-- Functions of triggers, and their triggers.

CREATE FUNCTION announce_articles_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed integer;
  -- Without a value, PostgreSQL may return an empty text.
  source text := nullif(current_setting('masthead.change_source', true), '');
BEGIN
  SELECT count(*) INTO changed FROM (SELECT 1 FROM new_rows LIMIT 101) AS bounded;
  IF changed > 100 THEN
    PERFORM pg_notify('masthead_live', json_build_object('table', 'articles', 'op', TG_OP)::text);
  ELSE
    PERFORM pg_notify('masthead_live', (jsonb_build_object(
      'table', 'articles', 'op', TG_OP, 'id', after.id,
      'categories', json_build_array(before.category, after.category),
      'breaking', before.is_breaking OR after.is_breaking) || jsonb_strip_nulls(jsonb_build_object('source', source)))::text)
    FROM new_rows AS after JOIN old_rows AS before ON before.id = after.id
    WHERE before IS DISTINCT FROM after;
    -- If a primary key was changed, rows before and after cannot be matched. This is rare, so all pages are removed.
    IF EXISTS (SELECT FROM new_rows AS after LEFT JOIN old_rows AS before ON before.id = after.id WHERE before.id IS NULL) THEN
      PERFORM pg_notify('masthead_live', json_build_object('table', 'articles', 'op', TG_OP)::text);
    END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION announce_site_settings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_changed boolean := true;
BEGIN
  -- Every page depends on some setting, so a statement that changes no value must not invalidate them.
  IF TG_OP = 'INSERT' THEN is_changed := EXISTS (SELECT FROM new_rows);
  ELSIF TG_OP = 'DELETE' THEN is_changed := EXISTS (SELECT FROM old_rows);
  ELSIF TG_OP = 'UPDATE' THEN is_changed := EXISTS (SELECT * FROM new_rows EXCEPT SELECT * FROM old_rows);
  END IF;
  IF is_changed THEN
    PERFORM pg_notify('masthead_live', json_build_object('table', 'site_settings', 'op', TG_OP)::text);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Notifications about tables of the admin area name the whole table, since its screens reload their data.
CREATE FUNCTION announce_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('masthead_live', json_build_object('table', TG_TABLE_NAME, 'op', TG_OP)::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO article_counts (month, category, articles)
    SELECT date_trunc('month', published_at AT TIME ZONE 'UTC'), category, count(*) FROM new_rows GROUP BY 1, 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO article_counts (month, category, articles)
    SELECT date_trunc('month', published_at AT TIME ZONE 'UTC'), category, -count(*) FROM old_rows GROUP BY 1, 2;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO article_counts (month, category, articles)
    SELECT date_trunc('month', published_at AT TIME ZONE 'UTC'), category, sum(change)
    FROM (
      SELECT published_at, category, 1 AS change FROM new_rows
      UNION ALL
      SELECT published_at, category, -1 FROM old_rows
    ) AS changes
    GROUP BY 1, 2 HAVING sum(change) <> 0;
  ELSE
    TRUNCATE article_counts;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Use extends a session, up to 30 days after its start.
CREATE FUNCTION limit_session_lifetime() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.expires_at := least(NEW.expires_at, NEW.created_at + interval '30 days');
  RETURN NEW;
END $$;--> statement-breakpoint
-- A ban ends the account's sessions and invalidates its links and pending sign-ins, however it is set.
CREATE FUNCTION end_banned_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "sessions" WHERE "user_id" = NEW.id;
  DELETE FROM "verifications" WHERE "value" = NEW.id::text;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Derives the status of drafts, and what lists sort by. A scheduled withdrawal leaves the status as it is.
CREATE FUNCTION refresh_drafts(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  WITH facts AS (
    SELECT d.id, a.id IS NOT NULL AS is_published, coalesce(a.published_at, d.updated_at) AS listed_at, d.content_hash,
      coalesce(d.fields ->> 'summary', '') || coalesce(d.fields ->> 'content', '') = '' AS is_empty, d.assignee_id,
      EXISTS (SELECT FROM publications p WHERE p.article_id = d.id AND p.state = 'scheduled' AND p.kind = 'publish') AS is_scheduled,
      newest.kind AS newest_kind, published.content_hash AS published_hash,
      CASE WHEN review.number > coalesce(published.number, 0)
        AND (review.kind <> 'approve' OR review.content_hash = d.content_hash) THEN review.kind END AS review_kind
    FROM drafts d
    LEFT JOIN articles a ON a.id = d.id
    LEFT JOIN LATERAL (
      SELECT p.kind FROM publications p WHERE p.article_id = d.id AND p.state = 'done' ORDER BY p.seq DESC LIMIT 1
    ) newest ON true
    LEFT JOIN LATERAL (
      SELECT r.number, r.content_hash FROM publications p
      JOIN revisions r ON r.article_id = p.article_id AND r.number = p.revision
      WHERE p.article_id = d.id AND p.state = 'done' AND p.kind = 'publish' ORDER BY p.seq DESC LIMIT 1
    ) published ON true
    LEFT JOIN LATERAL (
      SELECT v.kind, r.number, r.content_hash FROM reviews v
      JOIN revisions r ON r.article_id = v.article_id AND r.number = v.revision
      WHERE v.article_id = d.id ORDER BY v.seq DESC LIMIT 1
    ) review ON true
    WHERE d.id = ANY(ids)
  ), derived AS (
    SELECT id, is_published, listed_at,
      CASE
        WHEN is_scheduled THEN 'scheduled'
        WHEN review_kind = 'submit' THEN 'in-review'
        WHEN review_kind = 'approve' THEN 'approved'
        WHEN is_published AND content_hash = published_hash THEN 'published'
        WHEN is_published THEN 'changed'
        WHEN newest_kind = 'withdraw' THEN 'withdrawn'
        WHEN is_empty AND assignee_id IS NOT NULL THEN 'idea'
        ELSE 'draft'
      END AS status
    FROM facts
  )
  UPDATE drafts SET status = derived.status, is_published = derived.is_published, listed_at = derived.listed_at
  FROM derived WHERE drafts.id = derived.id
    AND (drafts.status, drafts.is_published, drafts.listed_at)
      IS DISTINCT FROM (derived.status, derived.is_published, derived.listed_at)
$$;--> statement-breakpoint
-- The argument is the column with the id of the draft. The update by refresh_drafts causes no further one.
CREATE FUNCTION refresh_changed_drafts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  IF pg_trigger_depth() = 1 THEN
    EXECUTE format('SELECT array_agg(DISTINCT drafts.id) FROM changed JOIN drafts ON drafts.id = changed.%I', TG_ARGV[0]) INTO ids;
    IF ids IS NOT NULL THEN
      PERFORM refresh_drafts(ids);
    END IF;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
-- People who type change a draft every second. Lists and other screens of the newsroom reload only when what they show has changed.
CREATE FUNCTION announce_drafts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM changed JOIN previous ON previous.id = changed.id
    WHERE (changed.title, changed.author, changed.category, changed.status, changed.is_published, changed.last_revision,
        changed.owner_id, changed.assignee_id, changed.due_at, changed.deleted_at, changed.document_id)
      IS DISTINCT FROM (previous.title, previous.author, previous.category, previous.status, previous.is_published, previous.last_revision,
        previous.owner_id, previous.assignee_id, previous.due_at, previous.deleted_at, previous.document_id)
      OR changed.updated_at >= previous.updated_at + interval '1 minute'
  ) THEN
    PERFORM pg_notify('masthead_live', json_build_object('table', 'drafts', 'op', TG_OP)::text);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- The drafts of held items have the source "feed".
CREATE FUNCTION refresh_desk_entries(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  -- A concurrent change of the same article waits here, and then reads what this one has committed.
  SELECT FROM desk_entries e WHERE e.id = ANY(ids) ORDER BY e.id FOR UPDATE;
  DELETE FROM desk_entries e WHERE e.id = ANY(ids)
    AND NOT EXISTS (SELECT FROM drafts WHERE drafts.id = e.id) AND NOT EXISTS (SELECT FROM articles WHERE articles.id = e.id);
  WITH texts AS (
    SELECT changed.id, coalesce(d.title, a.title) AS title, coalesce(d.author, a.author) AS author,
      CASE WHEN (d.title, d.author) <> (a.title, a.author) THEN E'\n' || a.title || E'\n' || a.author ELSE '' END AS read,
      coalesce(d.content_hash, a.item_hash) AS content_hash
    FROM unnest(ids) AS changed (id)
    LEFT JOIN drafts d ON d.id = changed.id
    LEFT JOIN articles a ON a.id = changed.id
    WHERE d.id IS NOT NULL OR a.id IS NOT NULL
  ), hashed AS (
    SELECT id, title || E'\n' || author || read AS head, md5(title || E'\n' || author || read || coalesce(content_hash, '')) AS hash,
      author, content_hash IS NULL AS has_no_hash
    FROM texts
  )
  INSERT INTO desk_entries (id, status, category, author, source, owner_id, assignee_id, listed_at, edited_at, due_at, deleted_at,
    head, words, text_hash)
  SELECT h.id, coalesce(d.status, 'published'), coalesce(d.category, a.category), h.author,
    CASE WHEN a.id IS NULL THEN CASE WHEN held.article_id IS NULL THEN coalesce(e.source, 'own') ELSE 'feed' END WHEN a.origin = 'editor' THEN 'own' ELSE 'feed' END,
    d.owner_id, d.assignee_id, coalesce(d.listed_at, a.published_at), d.updated_at, d.due_at, d.deleted_at,
    CASE WHEN e.text_hash = h.hash AND NOT h.has_no_hash THEN e.head ELSE search_fold(lower(h.head)) END,
    CASE WHEN e.text_hash = h.hash AND NOT h.has_no_hash THEN e.words ELSE search_words(h.head || E'\n' || left(regexp_replace(
      CASE WHEN d.id IS NULL THEN a.summary ELSE coalesce(d.fields ->> 'summary', '') || E'\n' || coalesce(d.fields ->> 'content', '') END,
      '<[^>]*>', ' ', 'g'), 100000)) END,
    h.hash
  FROM hashed h
  LEFT JOIN drafts d ON d.id = h.id
  LEFT JOIN articles a ON a.id = h.id
  LEFT JOIN desk_entries e ON e.id = h.id
  LEFT JOIN held_items held ON held.article_id = h.id
  -- Transactions that change the same articles lock them in the same order.
  ORDER BY h.id
  ON CONFLICT (id) DO UPDATE SET status = excluded.status, category = excluded.category, author = excluded.author,
    source = excluded.source, owner_id = excluded.owner_id, assignee_id = excluded.assignee_id, listed_at = excluded.listed_at,
    edited_at = excluded.edited_at, due_at = excluded.due_at, deleted_at = excluded.deleted_at, head = excluded.head,
    words = excluded.words, text_hash = excluded.text_hash
  WHERE (desk_entries.status, desk_entries.category, desk_entries.author, desk_entries.source, desk_entries.owner_id,
      desk_entries.assignee_id, desk_entries.listed_at, desk_entries.edited_at, desk_entries.due_at, desk_entries.deleted_at,
      desk_entries.head, desk_entries.words)
    IS DISTINCT FROM (excluded.status, excluded.category, excluded.author, excluded.source, excluded.owner_id,
      excluded.assignee_id, excluded.listed_at, excluded.edited_at, excluded.due_at, excluded.deleted_at,
      excluded.head, excluded.words)
$$;--> statement-breakpoint
CREATE FUNCTION refresh_changed_desk_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    ids := array(SELECT id FROM desk_entries);
  ELSE
    ids := array(SELECT id FROM changed);
  END IF;
  IF cardinality(ids) > 0 THEN
    PERFORM refresh_desk_entries(ids);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
-- The deletion of an account that several columns of a draft refer to changes the draft once for each: `changed` has several rows of it.
CREATE FUNCTION refresh_edited_desk_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  ids := array(
    SELECT DISTINCT changed.id FROM changed JOIN previous ON previous.id = changed.id
    WHERE (changed.title, changed.author, changed.category, changed.status, changed.is_published, changed.last_revision,
        changed.owner_id, changed.assignee_id, changed.due_at, changed.deleted_at)
      IS DISTINCT FROM (previous.title, previous.author, previous.category, previous.status, previous.is_published, previous.last_revision,
        previous.owner_id, previous.assignee_id, previous.due_at, previous.deleted_at)
      OR changed.updated_at >= previous.updated_at + interval '1 minute'
  );
  IF cardinality(ids) > 0 THEN
    PERFORM refresh_desk_entries(ids);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
-- A transaction of an ingest sets "masthead.change_source" to "ingest". Its notifications name the source, so that processes can
-- apply them together. New articles are announced by their categories only, since no page depends on their ids.
CREATE FUNCTION announce_articles() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed integer;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    PERFORM pg_notify('masthead_live', json_build_object('table', 'articles', 'op', TG_OP)::text);
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' AND current_setting('masthead.change_source', true) = 'ingest' THEN
    PERFORM pg_notify('masthead_live', json_build_object(
      'table', 'articles', 'op', TG_OP, 'source', 'ingest',
      'categories', json_agg(DISTINCT row.category), 'breaking', bool_or(row.is_breaking))::text)
    FROM changed_rows AS row HAVING count(*) > 0;
    RETURN NULL;
  END IF;
  SELECT count(*) INTO changed FROM (SELECT 1 FROM changed_rows LIMIT 101) AS bounded;
  IF changed > 100 THEN
    PERFORM pg_notify('masthead_live', json_build_object('table', 'articles', 'op', TG_OP)::text);
  ELSE
    PERFORM pg_notify('masthead_live', json_build_object(
      'table', 'articles', 'op', TG_OP, 'id', row.id,
      'categories', json_build_array(row.category), 'breaking', row.is_breaking)::text)
    FROM changed_rows AS row;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Statements that only set is_breaking, such as those of the sample edition and of psql, start two hours of breaking news or end them.
CREATE FUNCTION set_breaking_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT NEW.is_breaking THEN
    NEW.breaking_ends_at := least(NEW.breaking_ends_at, now());
  ELSIF NEW.breaking_ends_at IS NULL OR NEW.breaking_ends_at <= now() THEN
    NEW.breaking_until := NULL;
    NEW.breaking_ends_at := now() + interval '2 hours';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER article_topics_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON article_topics
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER articles_announce_insert AFTER INSERT ON articles
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_articles();--> statement-breakpoint
CREATE TRIGGER articles_announce_delete AFTER DELETE ON articles
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_articles();--> statement-breakpoint
CREATE TRIGGER articles_announce_update AFTER UPDATE ON articles
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_articles_update();--> statement-breakpoint
CREATE TRIGGER articles_announce_truncate AFTER TRUNCATE ON articles
  FOR EACH STATEMENT EXECUTE FUNCTION announce_articles();--> statement-breakpoint
CREATE TRIGGER articles_count_insert AFTER INSERT ON articles
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_articles();--> statement-breakpoint
CREATE TRIGGER articles_count_delete AFTER DELETE ON articles
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_articles();--> statement-breakpoint
CREATE TRIGGER articles_count_update AFTER UPDATE ON articles
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_articles();--> statement-breakpoint
CREATE TRIGGER articles_count_truncate AFTER TRUNCATE ON articles
  FOR EACH STATEMENT EXECUTE FUNCTION count_articles();--> statement-breakpoint
CREATE TRIGGER articles_refresh_inserted AFTER INSERT ON articles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_drafts('id');--> statement-breakpoint
CREATE TRIGGER articles_refresh_deleted AFTER DELETE ON articles REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_drafts('id');--> statement-breakpoint
CREATE TRIGGER articles_update_desk_inserted AFTER INSERT ON articles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_desk_entries();--> statement-breakpoint
CREATE TRIGGER articles_update_desk_updated AFTER UPDATE ON articles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_desk_entries();--> statement-breakpoint
CREATE TRIGGER articles_update_desk_deleted AFTER DELETE ON articles REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_desk_entries();--> statement-breakpoint
CREATE TRIGGER articles_update_desk_truncated AFTER TRUNCATE ON articles
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_desk_entries();--> statement-breakpoint
CREATE TRIGGER articles_breaking_insert BEFORE INSERT ON articles FOR EACH ROW
  WHEN (NEW.is_breaking AND NEW.breaking_ends_at IS NULL) EXECUTE FUNCTION set_breaking_end();--> statement-breakpoint
CREATE TRIGGER articles_breaking_update BEFORE UPDATE OF is_breaking ON articles FOR EACH ROW
  WHEN (NEW.is_breaking <> OLD.is_breaking AND NEW.breaking_ends_at IS NOT DISTINCT FROM OLD.breaking_ends_at)
  EXECUTE FUNCTION set_breaking_end();--> statement-breakpoint
CREATE TRIGGER audit_log_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER backup_runs_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON backup_runs
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER drafts_refresh_inserted AFTER INSERT ON drafts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_drafts('id');--> statement-breakpoint
CREATE TRIGGER drafts_refresh_updated AFTER UPDATE ON drafts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_drafts('id');--> statement-breakpoint
CREATE TRIGGER drafts_announce AFTER INSERT OR DELETE OR TRUNCATE ON drafts
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER drafts_announce_updated AFTER UPDATE ON drafts REFERENCING OLD TABLE AS previous NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_drafts();--> statement-breakpoint
CREATE TRIGGER drafts_update_desk_inserted AFTER INSERT ON drafts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_desk_entries();--> statement-breakpoint
CREATE TRIGGER drafts_update_desk_updated AFTER UPDATE ON drafts REFERENCING OLD TABLE AS previous NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_edited_desk_entries();--> statement-breakpoint
CREATE TRIGGER drafts_update_desk_deleted AFTER DELETE ON drafts REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_desk_entries();--> statement-breakpoint
CREATE TRIGGER drafts_update_desk_truncated AFTER TRUNCATE ON drafts
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_desk_entries();--> statement-breakpoint
CREATE TRIGGER feed_versions_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON feed_versions
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER feeds_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON feeds
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER inbox_items_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON inbox_items
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER invitations_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON invitations
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
-- Deliveries send no notifications: during a campaign, the sender updates the row of the campaign once per second.
CREATE TRIGGER newsletter_campaigns_announce AFTER INSERT OR UPDATE OR DELETE ON newsletter_campaigns
  FOR EACH ROW EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER newsletter_subscribers_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON newsletter_subscribers
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER notes_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON notes
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER preview_links_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON preview_links
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER publications_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON publications
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER publications_refresh_inserted AFTER INSERT ON publications REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_drafts('article_id');--> statement-breakpoint
CREATE TRIGGER publications_refresh_updated AFTER UPDATE ON publications REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_drafts('article_id');--> statement-breakpoint
CREATE TRIGGER reviews_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON reviews
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER reviews_refresh_inserted AFTER INSERT ON reviews REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_drafts('article_id');--> statement-breakpoint
CREATE TRIGGER saved_views_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON saved_views
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER sessions_lifetime BEFORE INSERT OR UPDATE ON "sessions"
  FOR EACH ROW EXECUTE FUNCTION limit_session_lifetime();--> statement-breakpoint
CREATE TRIGGER site_settings_announce_insert AFTER INSERT ON site_settings
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_site_settings();--> statement-breakpoint
CREATE TRIGGER site_settings_announce_delete AFTER DELETE ON site_settings
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_site_settings();--> statement-breakpoint
CREATE TRIGGER site_settings_announce_update AFTER UPDATE ON site_settings
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_site_settings();--> statement-breakpoint
CREATE TRIGGER site_settings_announce_truncate AFTER TRUNCATE ON site_settings
  FOR EACH STATEMENT EXECUTE FUNCTION announce_site_settings();--> statement-breakpoint
CREATE TRIGGER topics_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON topics
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER users_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER users_ban AFTER UPDATE OF "banned" ON "users"
  FOR EACH ROW WHEN (NEW.banned AND NOT OLD.banned) EXECUTE FUNCTION end_banned_account();--> statement-breakpoint
-- The settings with their defaults, and the starter feeds.

-- The site settings with their defaults (spec §3 and §4). The three static pages have no rows, so that they show their
-- default text.
INSERT INTO site_settings (setting_name, setting_value) VALUES
  ('site_name', 'Masthead'),
  ('site_description', 'Your trusted source for breaking news and analysis'),
  ('contact_email', ''),
  ('custom_domain', ''),
  ('facebook_url', ''),
  ('twitter_url', ''),
  ('newsletter_enabled', 'true'),
  ('maintenance_mode', 'false'),
  ('prefer_www', 'false'),
  ('adsense_enabled', 'false'),
  ('adsense_header_code', ''),
  ('adsense_banner_code', ''),
  ('adsense_left_sidebar_code', ''),
  ('adsense_right_sidebar_code', '')
ON CONFLICT (setting_name) DO NOTHING;--> statement-breakpoint
-- Public British feeds for all ten categories. Change the list in the admin area, with "masthead feeds" or in SQL.
INSERT INTO feeds (url, title, category) VALUES
  ('https://feeds.bbci.co.uk/news/rss.xml', 'BBC News', 'News'),
  ('https://www.theguardian.com/uk/rss', 'The Guardian', 'News'),
  ('https://feeds.skynews.com/feeds/rss/uk.xml', 'Sky News', 'News'),
  ('https://feeds.bbci.co.uk/news/politics/rss.xml', 'BBC News: Politics', 'Politics'),
  ('https://www.theguardian.com/politics/rss', 'The Guardian: Politics', 'Politics'),
  ('https://feeds.skynews.com/feeds/rss/politics.xml', 'Sky News: Politics', 'Politics'),
  ('https://feeds.bbci.co.uk/sport/rss.xml', 'BBC Sport', 'Sport'),
  ('https://www.theguardian.com/uk/sport/rss', 'The Guardian: Sport', 'Sport'),
  ('https://www.skysports.com/rss/12040', 'Sky Sports', 'Sport'),
  ('https://feeds.bbci.co.uk/news/entertainment_and_arts/rss.xml', 'BBC News: Entertainment & Arts', 'Showbiz'),
  ('https://feeds.skynews.com/feeds/rss/entertainment.xml', 'Sky News: Entertainment', 'Showbiz'),
  ('https://www.theguardian.com/tv-and-radio/rss', 'The Guardian: Television & Radio', 'TV'),
  ('https://www.independent.co.uk/arts-entertainment/tv/rss', 'The Independent: TV', 'TV'),
  ('https://feeds.bbci.co.uk/news/health/rss.xml', 'BBC News: Health', 'Health'),
  ('https://www.theguardian.com/society/health/rss', 'The Guardian: Health', 'Health'),
  ('https://feeds.bbci.co.uk/news/technology/rss.xml', 'BBC News: Technology', 'Technology'),
  ('https://www.theguardian.com/uk/technology/rss', 'The Guardian: Technology', 'Technology'),
  ('https://feeds.skynews.com/feeds/rss/technology.xml', 'Sky News: Technology', 'Technology'),
  ('https://feeds.bbci.co.uk/news/science_and_environment/rss.xml', 'BBC News: Science & Environment', 'Science'),
  ('https://www.theguardian.com/science/rss', 'The Guardian: Science', 'Science'),
  ('https://feeds.bbci.co.uk/news/business/rss.xml', 'BBC News: Business', 'Money'),
  ('https://www.theguardian.com/uk/money/rss', 'The Guardian: Money', 'Money'),
  ('https://feeds.skynews.com/feeds/rss/money.xml', 'Sky News: Money', 'Money'),
  ('https://www.theguardian.com/uk/travel/rss', 'The Guardian: Travel', 'Travel'),
  ('https://www.independent.co.uk/travel/rss', 'The Independent: Travel', 'Travel')
ON CONFLICT (url) DO NOTHING;
