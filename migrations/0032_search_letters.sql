-- Arabic letters that are written for each other become one, vowel signs and tatweels nothing, and digits those of ASCII.
-- Replacing one after the other is faster than translate(). Texts of ASCII characters stay as they are.
CREATE OR REPLACE FUNCTION search_fold(text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  folded text;
BEGIN
  IF octet_length($1) = char_length($1) THEN
    RETURN $1;
  END IF;
  folded := public.unaccent('public.unaccent', $1);
  IF octet_length(folded) = char_length(folded) OR folded !~ '[\u0622-\u06F9]' THEN
    RETURN folded;
  END IF;
  folded := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(folded,
    'أ', 'ا'), 'إ', 'ا'), 'آ', 'ا'), 'ٱ', 'ا'), 'ة', 'ه'), 'ى', 'ي'), 'ئ', 'ي'), 'ی', 'ي'), 'ؤ', 'و'), 'ک', 'ك');
  IF folded ~ '[\u0660-\u0669\u06F0-\u06F9]' THEN
    FOR digit IN 0..9 LOOP
      folded := replace(replace(folded, chr(1632 + digit), digit::text), chr(1776 + digit), digit::text);
    END LOOP;
  END IF;
  IF folded ~ '[\u0640\u064B-\u0655\u0670]' THEN
    RETURN regexp_replace(folded, '[\u0640\u064B-\u0655\u0670]', '', 'g');
  END IF;
  RETURN folded;
END $$;--> statement-breakpoint
-- All locks at once, before any work: a lock that is not granted in time repeats its statement only. Readers do not wait.
LOCK TABLE articles, media, live_posts, article_list IN EXCLUSIVE MODE;--> statement-breakpoint
-- Indexes of tables that contain such letters are built again. Readers use the former ones, which the next migration drops.
DO $$
DECLARE
  changed CONSTANT text := '[\u0622-\u0626\u0629\u0640\u0649\u064B-\u0655\u0660-\u0669\u0670\u0671\u06A9\u06CC\u06F0-\u06F9]';
  former record;
  is_changed boolean;
BEGIN
  FOR former IN
    SELECT c.relname AS name, i.indrelid::regclass AS of_table, pg_get_indexdef(c.oid) AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE c.relnamespace = 'public'::regnamespace AND pg_get_indexdef(c.oid) LIKE '%search_fold(%'
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE search_text ~ %L)', former.of_table, changed) INTO is_changed;
    CONTINUE WHEN NOT is_changed;
    EXECUTE format('ALTER INDEX %I RENAME TO %I', former.name, former.name || '_former');
    EXECUTE former.definition;
  END LOOP;
END $$;--> statement-breakpoint
-- The index of words finds the articles with Arabic words. PostgreSQL would read the whole table, since it does not know what 216 prefixes cost.
DO $$
DECLARE
  arabic CONSTANT tsquery := (SELECT string_agg('''' || chr(code) || ''':*', '|') FROM generate_series(1570, 1785) AS code);
  batch uuid[];
BEGIN
  SET LOCAL enable_seqscan = off;
  UPDATE article_list SET text_hash = '' WHERE words @@ arabic;
  SET LOCAL enable_seqscan = on;
  FOR batch IN
    SELECT array_agg(id) FROM (SELECT id, row_number() OVER () / 1000 AS number FROM article_list WHERE text_hash = '') AS numbered
    GROUP BY number
  LOOP
    PERFORM refresh_article_list(batch);
  END LOOP;
END $$;
