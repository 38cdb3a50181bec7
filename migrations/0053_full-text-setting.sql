ALTER TABLE "site_settings" DROP CONSTRAINT "site_settings_boolean_check";--> statement-breakpoint
-- Any other value means "false".
UPDATE "site_settings" SET "setting_value" = 'false' WHERE "setting_name" = 'feeds_full_text' AND "setting_value" NOT IN ('true', 'false');--> statement-breakpoint
ALTER TABLE "site_settings" ADD CONSTRAINT "site_settings_boolean_check" CHECK ("site_settings"."setting_name" not in ('newsletter_enabled', 'maintenance_mode', 'prefer_www', 'adsense_enabled', 'two_factor_required', 'feeds_full_text') or "site_settings"."setting_value" in ('true', 'false'));