CREATE TABLE "categories" (
	"key" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"colour" text,
	"dark_colour" text,
	"position" integer NOT NULL,
	"is_in_menu" boolean DEFAULT true NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"merged_into" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "categories_key_check" CHECK (btrim("categories"."key") <> '' and char_length("categories"."key") <= 60),
	CONSTRAINT "categories_name_check" CHECK (btrim("categories"."name") <> '' and char_length("categories"."name") <= 40),
	CONSTRAINT "categories_slug_check" CHECK ("categories"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length("categories"."slug") <= 60),
	CONSTRAINT "categories_description_check" CHECK (char_length("categories"."description") <= 300),
	CONSTRAINT "categories_colour_check" CHECK ("categories"."colour" ~ '^#[0-9a-f]{6}$' and "categories"."dark_colour" ~ '^#[0-9a-f]{6}$' and ("categories"."colour" is null) = ("categories"."dark_colour" is null)),
	CONSTRAINT "categories_general_check" CHECK ("categories"."key" <> 'News' or ("categories"."merged_into" is null and not "categories"."is_hidden")),
	CONSTRAINT "categories_merged_check" CHECK ("categories"."merged_into" <> "categories"."key")
);
--> statement-breakpoint
ALTER TABLE "articles" DROP CONSTRAINT "articles_category_check";--> statement-breakpoint
ALTER TABLE "feeds" DROP CONSTRAINT "feeds_category_check";--> statement-breakpoint
ALTER TABLE "fronts" DROP CONSTRAINT "fronts_page_check";--> statement-breakpoint
ALTER TABLE "drafts" DROP CONSTRAINT "drafts_category_check";--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_merged_into_categories_key_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."categories"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "categories_key_key" ON "categories" USING btree (lower("key"));--> statement-breakpoint
CREATE UNIQUE INDEX "categories_name_key" ON "categories" USING btree (lower("name")) WHERE "categories"."merged_into" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "categories_slug_key" ON "categories" USING btree ("slug") WHERE "categories"."merged_into" is null;--> statement-breakpoint
-- What a new paper starts with (spec §2 and §9).
INSERT INTO categories (key, name, slug, colour, dark_colour, position) VALUES
  ('News', 'News', 'news', '#a80f14', '#ff8f87', 1),
  ('Politics', 'Politics', 'politics', '#5c2d91', '#c3a5f2', 2),
  ('Sport', 'Sport', 'sport', '#0a58a8', '#8abaf3', 3),
  ('Showbiz', 'Showbiz', 'showbiz', '#b3145c', '#f593bb', 4),
  ('TV', 'TV', 'tv', null, null, 5),
  ('Health', 'Health', 'health', null, null, 6),
  ('Technology', 'Technology', 'technology', null, null, 7),
  ('Science', 'Science', 'science', null, null, 8),
  ('Money', 'Money', 'money', null, null, 9),
  ('Travel', 'Travel', 'travel', null, null, 10);--> statement-breakpoint
-- Categories that an owner has added to the former constraints.
INSERT INTO categories (key, name, slug, position)
SELECT category, category, coalesce(nullif(trim('-' FROM lower(regexp_replace(category, '[^A-Za-z0-9]+', '-', 'g'))), ''), 'category-' || row_number() OVER (ORDER BY category)), 10 + row_number() OVER (ORDER BY category)
FROM (SELECT category FROM articles UNION SELECT category FROM feeds UNION SELECT category FROM drafts) AS used
WHERE NOT EXISTS (SELECT FROM categories WHERE key = used.category);--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_category_categories_key_fk" FOREIGN KEY ("category") REFERENCES "public"."categories"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_category_categories_key_fk" FOREIGN KEY ("category") REFERENCES "public"."categories"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION current_category(wanted text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT merged_into FROM categories WHERE key = wanted), wanted)
$$;--> statement-breakpoint
-- The lock makes a row that is stored during a merge wait for it, and then get the category that it was merged into.
CREATE FUNCTION replace_merged_category() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  target text;
BEGIN
  SELECT merged_into INTO target FROM categories WHERE key = NEW.category FOR KEY SHARE;
  NEW.category := coalesce(target, NEW.category);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER articles_category BEFORE INSERT OR UPDATE OF category ON articles
  FOR EACH ROW EXECUTE FUNCTION replace_merged_category();--> statement-breakpoint
CREATE TRIGGER feeds_category BEFORE INSERT OR UPDATE OF category ON feeds
  FOR EACH ROW EXECUTE FUNCTION replace_merged_category();--> statement-breakpoint
-- Drafts keep the key that their document has.
DO $$
BEGIN
  EXECUTE (SELECT replace(pg_get_functiondef(oid), 'coalesce(d.category, a.category)', 'current_category(coalesce(d.category, a.category))')
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname = 'refresh_article_list');
END $$;--> statement-breakpoint
CREATE TRIGGER categories_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
