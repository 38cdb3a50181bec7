-- Publishing failed if a person of the byline was merged or deleted at the same time. Now it waits, and then reads what was committed.
CREATE OR REPLACE FUNCTION set_article_authors() RETURNS trigger LANGUAGE plpgsql AS $$
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
    PERFORM FROM authors WHERE id IN (
      SELECT coalesce(m.author_id, (entry.value ->> 'id')::uuid)
      FROM articles a
      CROSS JOIN LATERAL jsonb_array_elements(a.byline::jsonb) AS entry
      LEFT JOIN merged_authors m ON m.id = (entry.value ->> 'id')::uuid
      WHERE a.id = ANY(ids)) ORDER BY id FOR KEY SHARE;
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
END $$;
