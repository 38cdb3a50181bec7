import { randomUUID } from 'node:crypto'
import { listArticles } from '#features/desk/server/list-articles.server.ts'
import { CATEGORIES } from '../../e2e/fixtures/categories.ts'
import { numbers } from '../shared/client.mjs'
import { AUTHORS, loadArticles, loadTables, PLACES, zipf } from './articles.mjs'
import { isoDay } from './pages.mjs'
import { printQueries } from './queries.mjs'

const RUNS = 60
const PEOPLE = 20
/** 95th percentile of a page of the article list. */
const MAX_MS = 50

const pick = (list, i) => list[(i * 7919) % list.length]

/** Filters of the article list by their names; `people` are ids of accounts. */
const FILTERS = {
  'all articles': () => ({}),
  status: (i) => ({ status: pick(['draft', 'published', 'in-review', 'idea', 'withdrawn', 'bin'], i) }),
  category: (i) => ({ category: pick(CATEGORIES, i) }),
  byline: (i) => ({ author: zipf(AUTHORS, i) }),
  person: (i, people) => ({ person: pick(people, i) }),
  'own drafts of a contributor': (i, people) => ({ onlyOf: pick(people, i), sort: 'edited' }),
  'held for review': () => ({ status: 'in-review', source: 'feed' }),
  source: (i) => ({ source: i % 2 ? 'own' : 'feed' }),
  dates: (i) => ({ from: isoDay(20 + (i % 30)), to: isoDay(10 + (i % 10)) }),
  'last edited': () => ({ sort: 'edited' }),
  'due date': (i) => ({ sort: 'due', from: isoDay(i % 20) }),
  'category, status and byline': (i) => ({
    category: pick(CATEGORIES, i),
    status: pick(['draft', 'in-review', 'idea'], i),
    author: zipf(AUTHORS, i),
  }),
  'status and person, last edited': (i, people) => ({
    status: 'in-review',
    person: pick(people, i),
    sort: 'edited',
  }),
  'one word': (i) => ({ q: zipf(PLACES, i) }),
  'three letters': (i) => ({ q: zipf(PLACES, i).slice(0, 3) }),
  'two words': (i) => ({ q: `${zipf(PLACES, i)} ${zipf(PLACES, i * 3)}` }),
  'a frequent word and a rare one': (i) => ({ q: `the ${pick(PLACES, i)}` }),
  'a word that no article contains': (i) => ({ q: `quixotry${i}` }),
  'a byline as words': (i) => ({ q: zipf(AUTHORS, i) }),
  'the middle of a word': (i) => ({ q: zipf(PLACES, i).slice(2, 7) }),
  'characters without words': (i) => ({ q: pick(['C++', '日本', '50%', '!?'], i) }),
  'a word in a status and category': (i) => ({
    q: zipf(PLACES, i),
    status: 'draft',
    category: pick(CATEGORIES, i),
  }),
  'a frequent topic': () => ({ topic: 'frequent' }),
  'a rare topic': () => ({ topic: 'rare' }),
  'a rare topic, last edited': () => ({ topic: 'rare', sort: 'edited' }),
  'a word in a frequent topic': (i) => ({ q: zipf(PLACES, i), topic: 'frequent' }),
  'a word in a rare topic': (i) => ({ q: zipf(PLACES, i), topic: 'rare' }),
  'a word, last edited': (i) => ({ q: zipf(PLACES, i), sort: 'edited' }),
}

/** Response times of the queries of the article list, with as many drafts as articles. */
export async function benchDesk({ client, articles }) {
  const people = await loadDesk(client, articles)
  const queries = Object.entries(FILTERS).map(([name, filterOf]) => [
    `article list, ${name}`,
    MAX_MS,
    (db, i) => listArticles(db, filterOf(i, people)),
  ])
  await printQueries(client, queries, RUNS)
}

/** Replaces all articles with those of feeds, and as many drafts of about 250 words. @returns the ids of their owners */
async function loadDesk(client, drafts) {
  await loadArticles(client, drafts)
  await client.query("truncate drafts cascade; delete from topics; update articles set origin = 'feed'")
  const people = numbers(PEOPLE).map(() => randomUUID())
  await client.query(
    "insert into users (id, full_name, email, role) select id, 'Person', id || '@example.org', 'author' from unnest($1::uuid[]) as id",
    [people],
  )
  await loadTables(client, ['drafts', 'article_list', 'articles', 'article_topics'], async () => {
    await client.query('alter table drafts disable trigger user')
    await client.query('create temporary table paragraphs (id int primary key, text text)')
    await client.query(
      `insert into paragraphs select n, '<p>The story of the ' || string_agg(words[floor(exp(random() * ln(array_length(words, 1) + 1)))::int], ' ') || '.</p>'
       from generate_series(0, 2999) as n, generate_series(1, 60), (select $1::text[] as words) as vocabulary group by n`,
      [PLACES],
    )
    await client.query(
      `insert into drafts (id, fields, updated_at, listed_at, owner_id, assignee_id, due_at, status, deleted_at)
       select gen_random_uuid(), jsonb_build_object('title', 'The ' || places[1 + n % 4999] || ' inquiry ' || n,
           'author', authors[floor(exp(random() * ln(array_length(authors, 1) + 1)))::int], 'category', categories[1 + n % 10],
           'summary', 'In ' || places[1 + n * 7 % 4999], 'content', a.text || b.text || c.text || d.text),
         now() - n * interval '1 minute', now() - n * 61 * interval '1 second', people[1 + n % 17], people[1 + n % 19],
         case when n % 3 = 0 then now() + (n - 50000) * interval '30 seconds' end,
         case when n % 50 = 0 then 'in-review' when n % 70 = 0 then 'idea' when n % 90 = 0 then 'withdrawn' else 'draft' end,
         case when n % 40 = 1 then now() - n * interval '1 second' end
       from generate_series(1, $1::int) as n
       join paragraphs a on a.id = n % 3000 join paragraphs b on b.id = n * 7 % 2999
       join paragraphs c on c.id = n * 13 % 2989 join paragraphs d on d.id = n * 29 % 2971,
       (select $2::text[] as places, $3::text[] as authors, $4::text[] as categories, $5::uuid[] as people) as lists`,
      [drafts, PLACES, AUTHORS, CATEGORIES, people],
    )
    await client.query(
      "insert into held_items (article_id, keys, item_hash) select id, array['link:example.org/' || id], '' from drafts where status = 'in-review'",
    )
    await client.query(
      "insert into topics (id, slug, name) select gen_random_uuid(), name, name from unnest(array['frequent', 'rare']) as name",
    )
    await client.query(
      `insert into article_topics (article_id, topic_id) select drafts.id, topics.id from drafts, topics
       where drafts.id::text ~ case topics.slug when 'frequent' then '^[01]' else '^000' end`,
    )
    await client.query('alter table drafts enable trigger user')
    await client.query('select refresh_article_list(array(select id from drafts))')
  })
  return people
}
