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
);
--> statement-breakpoint
ALTER TABLE "site_settings" DROP CONSTRAINT "site_settings_boolean_check";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "authenticated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_passkey" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "aggregate_key" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkeys_user_idx" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_aggregate_key" UNIQUE("aggregate_key");--> statement-breakpoint
ALTER TABLE "site_settings" ADD CONSTRAINT "site_settings_boolean_check" CHECK ("site_settings"."setting_name" not in ('newsletter_enabled', 'maintenance_mode', 'prefer_www', 'adsense_enabled', 'two_factor_required') or "site_settings"."setting_value" in ('true', 'false'));
--> statement-breakpoint
-- Session tokens are stored as hashes, so existing sessions end.
DELETE FROM "sessions";--> statement-breakpoint
-- Sign-ups contain no password any more.
DELETE FROM "verifications" WHERE "identifier" LIKE 'sign-up:%';--> statement-breakpoint
-- Use extends a session, up to 30 days after its start.
CREATE FUNCTION limit_session_lifetime() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.expires_at := least(NEW.expires_at, NEW.created_at + interval '30 days');
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER sessions_lifetime BEFORE INSERT OR UPDATE ON "sessions"
  FOR EACH ROW EXECUTE FUNCTION limit_session_lifetime();--> statement-breakpoint
-- A ban ends the account's sessions and invalidates its links and pending sign-ins, however it is set.
CREATE FUNCTION end_banned_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "sessions" WHERE "user_id" = NEW.id;
  DELETE FROM "verifications" WHERE "value" = NEW.id::text;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_ban AFTER UPDATE OF "banned" ON "users"
  FOR EACH ROW WHEN (NEW.banned AND NOT OLD.banned) EXECUTE FUNCTION end_banned_account();
