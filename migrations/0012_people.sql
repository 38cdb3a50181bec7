CREATE TABLE "article_authors" (
	"article_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"author_id" uuid,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "article_authors_article_id_position_pk" PRIMARY KEY("article_id","position")
);
--> statement-breakpoint
CREATE TABLE "author_aliases" (
	"name" text PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "authors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"biography" text DEFAULT '' NOT NULL,
	"image_url" text,
	"links" text[] DEFAULT '{}' NOT NULL,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "authors_slug_key" UNIQUE("slug"),
	CONSTRAINT "authors_user_key" UNIQUE("user_id"),
	CONSTRAINT "authors_slug_check" CHECK (char_length("authors"."slug") between 1 and 200),
	CONSTRAINT "authors_name_check" CHECK (btrim("authors"."name") <> '' and char_length("authors"."name") <= 200),
	CONSTRAINT "authors_biography_check" CHECK (char_length("authors"."biography") <= 4000),
	CONSTRAINT "authors_links_check" CHECK (cardinality("authors"."links") <= 8)
);
--> statement-breakpoint
CREATE TABLE "merged_authors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "byline" text;--> statement-breakpoint
ALTER TABLE "article_topics" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "image_url" text;--> statement-breakpoint
ALTER TABLE "article_authors" ADD CONSTRAINT "article_authors_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_authors" ADD CONSTRAINT "article_authors_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "author_aliases" ADD CONSTRAINT "author_aliases_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authors" ADD CONSTRAINT "authors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_authors" ADD CONSTRAINT "merged_authors_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_authors_latest_idx" ON "article_authors" USING btree ("author_id","published_at" DESC NULLS FIRST,"article_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "author_aliases_author_idx" ON "author_aliases" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "authors_name_idx" ON "authors" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "merged_authors_author_idx" ON "merged_authors" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "article_topics_latest_idx" ON "article_topics" USING btree ("topic_id","published_at" DESC NULLS FIRST,"article_id" DESC NULLS FIRST) WHERE "article_topics"."published_at" is not null;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_byline_check" CHECK (jsonb_typeof("articles"."byline"::jsonb) = 'array');--> statement-breakpoint
UPDATE article_topics SET published_at = articles.published_at FROM articles WHERE articles.id = article_topics.article_id;--> statement-breakpoint
-- Keeps article_authors equal to the bylines of the articles, whatever changes those. The id of a merged person means the person who remains.
CREATE FUNCTION set_article_authors() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    ids := array(SELECT id FROM changed WHERE byline IS NOT NULL);
  ELSE
    ids := array(SELECT changed.id FROM changed JOIN previous ON previous.id = changed.id
      WHERE coalesce(changed.byline, previous.byline) IS NOT NULL
        AND (changed.byline, changed.published_at) IS DISTINCT FROM (previous.byline, previous.published_at));
  END IF;
  IF cardinality(ids) > 0 THEN
    DELETE FROM article_authors WHERE article_id = ANY(ids);
    INSERT INTO article_authors (article_id, position, author_id, name, role, published_at)
    SELECT DISTINCT ON (a.id, coalesce(p.id, (entry.value ->> 'id')::uuid))
      a.id, entry.ordinality - 1, p.id, entry.value ->> 'name', entry.value ->> 'role', a.published_at
    FROM articles a
    CROSS JOIN LATERAL jsonb_array_elements(a.byline::jsonb) WITH ORDINALITY AS entry
    LEFT JOIN merged_authors m ON m.id = (entry.value ->> 'id')::uuid
    LEFT JOIN authors p ON p.id = coalesce(m.author_id, (entry.value ->> 'id')::uuid)
    WHERE a.id = ANY(ids)
    ORDER BY a.id, coalesce(p.id, (entry.value ->> 'id')::uuid), entry.ordinality;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER articles_authors_insert AFTER INSERT ON articles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION set_article_authors();--> statement-breakpoint
CREATE TRIGGER articles_authors_update AFTER UPDATE ON articles REFERENCING OLD TABLE AS previous NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION set_article_authors();--> statement-breakpoint
-- A topic that is added while its article is published waits for the lock of the draft, and then reads what was committed.
CREATE FUNCTION set_topic_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM drafts WHERE id = NEW.article_id FOR NO KEY UPDATE;
  NEW.published_at := (SELECT published_at FROM articles WHERE id = NEW.article_id);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER article_topics_time BEFORE INSERT ON article_topics FOR EACH ROW EXECUTE FUNCTION set_topic_time();--> statement-breakpoint
CREATE FUNCTION set_topic_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM FROM drafts JOIN changed ON changed.id = drafts.id ORDER BY drafts.id FOR NO KEY UPDATE OF drafts;
  END IF;
  -- A statement that changes no topic would be announced too.
  IF NOT EXISTS (SELECT FROM changed JOIN article_topics t ON t.article_id = changed.id) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'DELETE' THEN
    UPDATE article_topics SET published_at = NULL FROM changed WHERE article_topics.article_id = changed.id;
  ELSIF EXISTS (SELECT FROM changed JOIN article_topics t ON t.article_id = changed.id AND t.published_at IS DISTINCT FROM changed.published_at) THEN
    UPDATE article_topics SET published_at = changed.published_at FROM changed
    WHERE article_topics.article_id = changed.id AND article_topics.published_at IS DISTINCT FROM changed.published_at;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER articles_topics_insert AFTER INSERT ON articles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION set_topic_times();--> statement-breakpoint
CREATE TRIGGER articles_topics_update AFTER UPDATE ON articles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION set_topic_times();--> statement-breakpoint
CREATE TRIGGER articles_topics_delete AFTER DELETE ON articles REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION set_topic_times();--> statement-breakpoint
-- Announces the pages of people and topics by their slugs. More than a hundred are announced as a change of everything.
CREATE FUNCTION notify_pages(people uuid[], subjects uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  source jsonb := CASE WHEN current_setting('masthead.change_source', true) = 'ingest' THEN '{"source": "ingest"}' ELSE '{}' END;
BEGIN
  IF coalesce(cardinality(people), 0) + coalesce(cardinality(subjects), 0) > 100 THEN
    PERFORM pg_notify('masthead_live', '{"table": "articles"}');
  ELSE
    PERFORM pg_notify('masthead_live', (jsonb_build_object('author', slug) || source)::text) FROM authors WHERE id = ANY(people);
    PERFORM pg_notify('masthead_live', (jsonb_build_object('topic', slug) || source)::text) FROM topics WHERE id = ANY(subjects);
  END IF;
END $$;--> statement-breakpoint
-- Announces pages of articles whose bylines or topics have changed.
CREATE FUNCTION notify_article_pages(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) > 100 THEN
    PERFORM pg_notify('masthead_live', '{"table": "articles"}');
  ELSE
    PERFORM pg_notify('masthead_live', json_build_object('article', id)::text) FROM unnest(ids) AS article (id);
  END IF;
END $$;--> statement-breakpoint
-- A changed article is on the pages of its people and topics. Additions and removals change article_authors and article_topics, except for aliases.
CREATE FUNCTION announce_listed_articles() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  people uuid[];
  subjects uuid[];
BEGIN
  people := array(SELECT DISTINCT s.author_id FROM changed JOIN author_aliases s ON s.name = changed.author WHERE changed.byline IS NULL);
  IF TG_OP = 'UPDATE' THEN
    people := array(
      SELECT unnest(people)
      UNION SELECT s.author_id FROM previous JOIN author_aliases s ON s.name = previous.author WHERE previous.byline IS NULL
      UNION SELECT x.author_id FROM changed JOIN article_authors x ON x.article_id = changed.id WHERE x.author_id IS NOT NULL);
    subjects := array(SELECT DISTINCT t.topic_id FROM changed JOIN article_topics t ON t.article_id = changed.id);
  END IF;
  PERFORM notify_pages(people, subjects);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER articles_pages_insert AFTER INSERT ON articles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_listed_articles();--> statement-breakpoint
CREATE TRIGGER articles_pages_update AFTER UPDATE ON articles REFERENCING OLD TABLE AS previous NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_listed_articles();--> statement-breakpoint
CREATE TRIGGER articles_pages_delete AFTER DELETE ON articles REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_listed_articles();--> statement-breakpoint
CREATE FUNCTION announce_article_authors() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  people uuid[] := array(SELECT DISTINCT author_id FROM changed WHERE author_id IS NOT NULL);
BEGIN
  IF TG_OP = 'UPDATE' THEN
    people := array(SELECT unnest(people) UNION SELECT author_id FROM previous WHERE author_id IS NOT NULL);
    PERFORM notify_article_pages(array(SELECT DISTINCT article_id FROM changed));
  END IF;
  PERFORM notify_pages(people, '{}');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER article_authors_announce_insert AFTER INSERT ON article_authors REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_article_authors();--> statement-breakpoint
CREATE TRIGGER article_authors_announce_update AFTER UPDATE ON article_authors REFERENCING OLD TABLE AS previous NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_article_authors();--> statement-breakpoint
CREATE TRIGGER article_authors_announce_delete AFTER DELETE ON article_authors REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_article_authors();--> statement-breakpoint
CREATE FUNCTION announce_article_topics() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  subjects uuid[] := array(SELECT DISTINCT topic_id FROM changed);
BEGIN
  IF TG_OP = 'UPDATE' THEN
    subjects := array(SELECT unnest(subjects) UNION SELECT topic_id FROM previous);
  END IF;
  PERFORM notify_pages('{}', subjects);
  PERFORM notify_article_pages(array(SELECT DISTINCT article_id FROM changed WHERE published_at IS NOT NULL));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER article_topics_pages_insert AFTER INSERT ON article_topics REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_article_topics();--> statement-breakpoint
CREATE TRIGGER article_topics_pages_update AFTER UPDATE ON article_topics REFERENCING OLD TABLE AS previous NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_article_topics();--> statement-breakpoint
CREATE TRIGGER article_topics_pages_delete AFTER DELETE ON article_topics REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_article_topics();--> statement-breakpoint
-- Articles show the name and the address of a person or topic. The argument is "author" or "topic".
CREATE FUNCTION announce_page() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM pg_notify('masthead_live', json_build_object(TG_ARGV[0], NEW.slug)::text);
  ELSIF TG_OP = 'UPDATE' AND (OLD.name, OLD.slug) = (NEW.name, NEW.slug) THEN
    PERFORM pg_notify('masthead_live', json_build_object(TG_ARGV[0], NEW.slug)::text);
  ELSE
    PERFORM pg_notify('masthead_live', json_build_object(TG_ARGV[0], OLD.slug, 'id', OLD.id)::text);
    IF TG_OP = 'UPDATE' THEN
      PERFORM pg_notify('masthead_live', json_build_object(TG_ARGV[0], NEW.slug)::text);
    END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER authors_announce_page AFTER INSERT OR UPDATE OR DELETE ON authors
  FOR EACH ROW EXECUTE FUNCTION announce_page('author');--> statement-breakpoint
CREATE TRIGGER topics_announce_page AFTER INSERT OR UPDATE OR DELETE ON topics
  FOR EACH ROW EXECUTE FUNCTION announce_page('topic');--> statement-breakpoint
CREATE FUNCTION announce_alias() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  names text[] := CASE TG_OP WHEN 'INSERT' THEN ARRAY[NEW.name] WHEN 'DELETE' THEN ARRAY[OLD.name] ELSE ARRAY[OLD.name, NEW.name] END;
  people uuid[] := CASE TG_OP WHEN 'INSERT' THEN ARRAY[NEW.author_id] WHEN 'DELETE' THEN ARRAY[OLD.author_id] ELSE ARRAY[OLD.author_id, NEW.author_id] END;
BEGIN
  PERFORM notify_pages(people, '{}');
  PERFORM notify_article_pages(array(SELECT id FROM articles WHERE author = ANY(names) AND byline IS NULL LIMIT 101));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER author_aliases_announce_pages AFTER INSERT OR UPDATE OR DELETE ON author_aliases
  FOR EACH ROW EXECUTE FUNCTION announce_alias();--> statement-breakpoint
CREATE TRIGGER authors_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON authors
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
CREATE TRIGGER author_aliases_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON author_aliases
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();--> statement-breakpoint
-- The pages of people and topics show images of the library.
CREATE FUNCTION announce_portrait() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_pages(
    array(SELECT id FROM authors WHERE image_url = '/storage/article-images/' || NEW.name),
    array(SELECT id FROM topics WHERE image_url = '/storage/article-images/' || NEW.name));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER media_announce_portrait AFTER UPDATE ON media FOR EACH ROW
  WHEN ((NEW.file, NEW.focus_x, NEW.focus_y) IS DISTINCT FROM (OLD.file, OLD.focus_x, OLD.focus_y))
  EXECUTE FUNCTION announce_portrait();
