-- The values that a search filters by, as keys for the text index: an author, a category, a month (UTC) such as "month:202611", and "breaking".
CREATE FUNCTION search_keys(author text, category text, published_at timestamptz, is_breaking boolean) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY[
    'author:' || author,
    'category:' || category,
    'month:' || (extract(year FROM published_at AT TIME ZONE 'UTC') * 100 + extract(month FROM published_at AT TIME ZONE 'UTC'))::int
  ] || CASE WHEN is_breaking THEN ARRAY['breaking'] ELSE '{}' END
$$;
