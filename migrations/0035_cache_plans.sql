-- PostgreSQL 18 plans the statements of these functions for each call, which takes longer than executing them: it expects more IDs
-- than the one that most calls have. `CREATE OR REPLACE FUNCTION` removes the setting: repeat it there.
ALTER FUNCTION refresh_drafts(uuid[]) SET plan_cache_mode = force_generic_plan;--> statement-breakpoint
ALTER FUNCTION refresh_article_list(uuid[]) SET plan_cache_mode = force_generic_plan;--> statement-breakpoint
ALTER FUNCTION set_article_authors() SET plan_cache_mode = force_generic_plan;
