const WORDS =
  'council river bridge report minister market school hospital weather railway evening garden winter figures plan league harbour science budget village orchestra election museum farmers station letters'

/**
 * Replaces all articles by `count` generated ones: ten categories, one minute apart, bodies of about 400 words, images of
 * the sample edition.
 *
 * @param {import('pg').Client} client
 * @param {number} count
 */
export async function loadArticles(client, count) {
  await client.query('truncate articles cascade')
  await client.query('select setseed(0.5)')
  // Rebuilding a full-text index is faster than updating it row by row.
  const { rows: textIndexes } = await client.query(
    "select indexname, indexdef from pg_indexes where tablename = 'articles' and indexdef like '% USING gin %'",
  )
  for (const { indexname } of textIndexes) await client.query(`drop index ${indexname}`)
  await client.query(
    `with words as (select string_to_array($1, ' ') as list)
     insert into articles (title, summary, content, author, category, image_url, published_at, source_url, source_name)
     select
       initcap(pick(list, i, 1)) || ' ' || pick(list, i, 2) || ' and the ' || pick(list, i, 3) || ' of ' || pick(list, i, 4) || ' ' || i,
       'The ' || pick(list, i, 5) || ' was ' || repeat(pick(list, i, 6) || ' and ' || pick(list, i, 7) || ', ', 6) || 'it was said.',
       repeat('<p>' || repeat(pick(list, i, 8) || ' ' || pick(list, i, 9) || ' of the ' || pick(list, i, 10) || ' ', 12) || 'ended.</p>', 6),
       'Reporter ' || i % 40,
       (array['News','Politics','Sport','Showbiz','TV','Health','Technology','Science','Money','Travel'])[1 + i % 10],
       '/samples/' || lower((array['News','Politics','Sport','Showbiz','TV','Health','Technology','Science','Money','Travel'])[1 + i % 10]) || '-' || 1 + i / 10 % 4 || '.webp',
       now() - i * interval '1 minute',
       'https://example.org/' || i,
       'Bench'
     from generate_series(1, $2::int) as i, words`.replaceAll(
      /pick\(list, i, (\d+)\)/g,
      (_, n) => `list[1 + (i * ${Number(n) * 7 + 1} + i / ${n}) % array_length(list, 1)]`,
    ),
    [WORDS, count],
  )
  for (const { indexdef } of textIndexes) await client.query(indexdef)
  await client.query('analyze articles')
}
