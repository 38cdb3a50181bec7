import { htmlToText } from '#kernel/text/html-text.ts'
import { collapseSpace, truncateText } from '#kernel/text/text.ts'
import { postPath, type ShownPost, type Timeline } from './timeline.ts'

/** Keeps pages small: search engines are interested in the newest posts. */
const MAX_UPDATES = 25
const MAX_BODY_LENGTH = 500

type Article = { title: string; publishedAt: string }
type Site = { siteName: string; origin: string }

/** Returns a https://schema.org/LiveBlogPosting. Coverage that has ended ends with its last post. */
export function liveBlogJsonLd(timeline: Timeline, article: Article, { siteName, origin }: Site) {
  const { path, state, posts } = timeline
  const url = origin + path
  const organisation = { '@type': 'NewsMediaOrganization', name: siteName, url: `${origin}/` }
  const newest = posts[0]
  return {
    '@type': 'LiveBlogPosting',
    '@id': `${url}#live`,
    url,
    headline: article.title,
    datePublished: article.publishedAt,
    ...(newest && { dateModified: changedAt(newest) }),
    coverageStartTime: article.publishedAt,
    ...(state === 'ended' && { coverageEndTime: newest?.publishedAt ?? article.publishedAt }),
    publisher: organisation,
    liveBlogUpdate: posts.slice(0, MAX_UPDATES).map((post) => {
      const text = truncateText(collapseSpace(htmlToText(post.html)), MAX_BODY_LENGTH)
      return {
        '@type': 'BlogPosting',
        url: origin + postPath(path, post.id),
        headline: post.headline || truncateText(text, 110),
        datePublished: post.publishedAt,
        dateModified: changedAt(post),
        author: post.byline ? { '@type': 'Person', name: post.byline } : organisation,
        ...(text && { articleBody: text }),
      }
    }),
  }
}

function changedAt({ publishedAt, editedAt, correctedAt }: ShownPost): string {
  return [publishedAt, editedAt ?? '', correctedAt ?? ''].toSorted().at(-1) ?? publishedAt
}
