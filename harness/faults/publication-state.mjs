import { numbers } from '../shared/client.mjs'
import { publicationOf } from '../shared/editor.mjs'

/** Drafts of each round. */
const DRAFTS = 4

const ONE_OF_EACH = { publications: 1, revisions: 1, articles: 1, entries: 1 }
/** Counts the rows that a publication writes, each of which contains its headline or the text of its correction. */
const WRITTEN = `select
  (select count(*)::int from publications where id = $1) as publications,
  (select count(*)::int from revisions where article_id = $2 and kind in ('publish', 'correction') and fields ->> 'title' = $3) as revisions,
  (select count(*)::int from articles where id = $2 and title = $3) as articles,
  (select count(*)::int from audit_log where subject_id = $2::text and subject = $3
     and action in ('article.create', 'article.update')) as entries,
  (select count(*)::int from corrections where article_id = $2 and text = $4) as corrections`

/** The number of the published revision, if everything that the publication wrote agrees. */
const AGREED = `select revision from publications
  join revisions on revisions.article_id = publications.article_id and number = revision
  join drafts on drafts.id = publications.article_id
  join articles on articles.id = publications.article_id
  where publications.id = $1 and publications.state = 'done' and finished_at is not null and drafts.is_published
    and number = drafts.last_revision and number = (select max(number) from revisions where article_id = drafts.id)
    and articles.title = revisions.fields ->> 'title' and articles.content = revisions.fields ->> 'content'
    and revisions.form_hash = drafts.form_hash`

/** Stores drafts whose headlines contain `round`. */
export function createDrafts(editor, round) {
  return Promise.all(
    numbers(DRAFTS).map((n) =>
      editor.createDraft({ content: '<p>Milk first.</p>', summary: 'At four.', title: `Tea ${round}.${n}` }),
    ),
  )
}

/** A request to publish a draft, with what it will write. */
export function firstPublication(draft) {
  return { data: publicationOf(draft), title: draft.title, correction: '' }
}

/** @returns whether a publication is complete, absent or partial */
export async function readState(site, { data, title, correction }) {
  const [counts] = await site.sql(WRITTEN, [data.publicationId, data.id, title, correction])
  const written = JSON.stringify(counts)
  if (Object.values(counts).every((count) => count === 0)) return { kind: 'absent', written }
  const expected = { ...counts, ...ONE_OF_EACH, corrections: correction ? 1 : 0 }
  const [agreed] = await site.sql(AGREED, [data.publicationId])
  if (!agreed || JSON.stringify(expected) !== written) return { kind: 'partial', written }
  return { kind: 'complete', written, revision: agreed.revision }
}
