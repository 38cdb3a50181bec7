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
-- The new indexes are built before the old ones are dropped: building them blocks writes only, dropping the old ones also readers.
CREATE INDEX "articles_bigrams_idx" ON "articles" USING gin (search_bigrams(search_fold("search_text"))) WITH (fastupdate=true,gin_pending_list_limit=2048);--> statement-breakpoint
CREATE INDEX "desk_entries_bigrams_idx" ON "desk_entries" USING gin (search_bigrams("head")) WITH (fastupdate=true,gin_pending_list_limit=1024);--> statement-breakpoint
DROP INDEX IF EXISTS "articles_pairs_idx", "desk_entries_pairs_idx";--> statement-breakpoint
DROP FUNCTION search_pairs(text);--> statement-breakpoint
ALTER INDEX "articles_search_idx" SET (fastupdate=true,gin_pending_list_limit=4096);--> statement-breakpoint
ALTER INDEX "desk_entries_words_idx" SET (fastupdate=true,gin_pending_list_limit=1024);--> statement-breakpoint
ALTER INDEX "desk_entries_head_idx" SET (fastupdate=true,gin_pending_list_limit=1024);
