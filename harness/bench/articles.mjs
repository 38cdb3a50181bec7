const WORDS =
  'council river bridge report minister market school hospital weather railway evening garden winter figures plan league harbour science budget village orchestra election museum farmers station letters'

const SYLLABLES = 'ab bor cal den el far gor hul ing kel lan mor nor ox pel ros stan'.split(' ')
const ENDINGS = ['ton', 'ham', 'ford', 'bury', 'wick']

/** Names from frequent to rare: with Zipf's distribution, the n-th is in one of 9n articles. */
export const PLACES = Array.from({ length: 5_000 }, (_, n) => {
  const syllable = (step) => SYLLABLES[Math.floor(n / step) % SYLLABLES.length]
  const name = syllable(1) + syllable(17) + syllable(289) + ENDINGS[n % ENDINGS.length]
  return name[0].toUpperCase() + name.slice(1)
})

/** From frequent to rare, as `PLACES`: the n-th wrote one of 5n articles. */
export const AUTHORS = Array.from({ length: 200 }, (_, n) => `Reporter ${n}`)

/**
 * Replaces all articles with `count` generated ones: ten categories, one minute apart, bodies of about 400 words,
 * images of the sample edition, one in 1,000 breaking.
 *
 * @param {import('pg').Client} client
 * @param {number} count
 */
export async function loadArticles(client, count) {
  await client.query('truncate articles cascade')
  await client.query('select setseed(0.5)')
  // Rebuilding a full-text index is faster than updating it row by row.
  const { rows: textIndexes } = await client.query(
    "select indexname, indexdef from pg_indexes where tablename in ('articles', 'article_list') and indexdef like '% USING gin %'",
  )
  for (const { indexname } of textIndexes) await client.query(`drop index ${indexname}`)
  await client.query(
    `with words as (select string_to_array($1, ' ') as list)
     insert into articles (title, summary, content, author, category, image_url, is_breaking, published_at, source_url, source_name)
     select
       initcap(pick(list, i, 1)) || ' ' || pick(list, i, 2) || ' and the ' || pick(list, i, 3) || ' of ' || pick(list, i, 4) || ' ' || i,
       'The ' || pick(list, i, 5) || ' was ' || repeat(pick(list, i, 6) || ' and ' || pick(list, i, 7) || ', ', 6) || 'it was said in ' || zipf($3) || '.',
       repeat('<p>' || repeat(pick(list, i, 8) || ' ' || pick(list, i, 9) || ' of the ' || pick(list, i, 10) || ' ', 12) || 'ended.</p>', 6),
       zipf($4),
       (array['News','Politics','Sport','Showbiz','TV','Health','Technology','Science','Money','Travel'])[1 + i % 10],
       '/samples/' || lower((array['News','Politics','Sport','Showbiz','TV','Health','Technology','Science','Money','Travel'])[1 + i % 10]) || '-' || 1 + i / 10 % 4 || '.webp',
       random() < 0.001,
       now() - i * interval '1 minute',
       'https://example.org/' || i,
       'Bench'
     from generate_series(1, $2::int) as i, words`
      .replaceAll(
        /pick\(list, i, (\d+)\)/g,
        (_, n) => `list[1 + (i * ${Number(n) * 7 + 1} + i / ${n}) % array_length(list, 1)]`,
      )
      .replaceAll(
        /zipf\((\$\d)\)/g,
        '($1::text[])[floor(exp(random() * ln(array_length($1::text[], 1) + 1)))::int]',
      ),
    [WORDS, count, PLACES, AUTHORS],
  )
  for (const { indexdef } of textIndexes) await client.query(indexdef)
  // As autovacuum does: index-only scans need the visibility map.
  const { rows: tables } = await client.query(
    "select tablename as name from pg_tables where tablename in ('articles', 'article_list')",
  )
  for (const { name } of tables) await client.query(`vacuum analyze ${name}`)
}
