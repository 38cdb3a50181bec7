import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { DomUtils, parseDocument } from 'htmlparser2'
import { articlePath } from '#kernel/article-path.ts'
import { count as formatCount, print } from './report.mjs'

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

/** Selects as many frequent as rare entries, in a fixed order. */
export const zipf = (list, i) => list[Math.floor((list.length + 1) ** ((i * 0.6180339887) % 1)) - 1]

/**
 * Loads rows without the full-text indexes, since rebuilding one is faster than updating it row by row.
 *
 * @param {import('pg').Client} client
 * @param {string[]} tables
 * @param {() => Promise<unknown>} loadRows
 */
export async function loadTables(client, tables, loadRows) {
  const { rows: indexes } = await client.query(
    "select indexname, indexdef from pg_indexes where tablename = any($1) and indexdef like '% USING gin %'",
    [tables],
  )
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
  await loadRows()
  for (const { indexdef } of indexes) await client.query(indexdef)
  // As autovacuum does: index-only scans need the visibility map.
  for (const table of tables) await client.query(`vacuum analyze ${table}`)
}

/** Stores articles and returns the URLs of the home page and of an article. */
export async function loadPages({ client, site, articles }, count = articles) {
  await loadArticles(client, count)
  print('articles stored', formatCount(count))
  const [path] = await findArticlePaths(client, 1)
  return { home: site.url, article: new URL(path, site.url).href }
}

export async function findArticleIds(client, count) {
  const { rows } = await client.query(
    'select id from articles order by published_at desc limit $1 offset 20',
    [count],
  )
  return rows.map(({ id }) => id)
}

/** The addresses with words. */
export async function findArticlePaths(client, count) {
  const { rows } = await client.query(
    'select id, title, slug from articles order by published_at desc limit $1 offset 20',
    [count],
  )
  return rows.map(articlePath)
}

/** The address with words. */
export async function findArticlePath(client, id) {
  const { rows } = await client.query('select id, title, slug from articles where id = $1', [id])
  return articlePath(rows[0])
}

/** Stores an article, the newest of all. @returns its ID */
export async function insertArticle(client, title, content) {
  const id = randomUUID()
  await client.query(
    `insert into articles (id, title, summary, content, author, category, published_at)
     values ($1, $2, 'The river was quiet.', $3, 'Ada Penrose', 'News', now())`,
    [id, title, content],
  )
  return id
}

/** Returns the HTML of `count` blocks of every kind, those of a story of the sample edition. */
export async function createBlocks(count) {
  const edition = JSON.parse(
    await readFile(new URL('../../samples/edition/travel.json', import.meta.url), 'utf8'),
  )
  const story = edition.items.find((item) => item.content_html.includes('<figure'))
  const blocks = parseDocument(story.content_html).children
  return Array.from({ length: count }, (_, n) => DomUtils.getOuterHTML(blocks[n % blocks.length])).join('')
}

/**
 * Replaces all articles with `count` generated ones: ten categories, one minute apart, bodies of about 400 words,
 * images of the sample edition, one in 1,000 breaking.
 *
 * @param {import('pg').Client} client
 * @param {number} count
 */
export function loadArticles(client, count) {
  return loadTables(client, ['articles', 'article_list'], async () => {
    await client.query('truncate articles cascade')
    await client.query('select setseed(0.5)')
    await client.query(INSERT_ARTICLES, [WORDS, count, PLACES, AUTHORS])
  })
}

const INSERT_ARTICLES = `with words as (select string_to_array($1, ' ') as list)
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
  )
