import { phrase } from '#kernel/text/phrase.ts'
import { directionOf } from '#kernel/text/text-direction.ts'
import { formatClock, formatShortDay } from '#kernel/time/dates.ts'
import type { FoundPost } from '../server/search-posts.server.ts'

/** The posts of live coverage with the words of the query, above the articles. */
export function FoundPosts({ posts }: { posts: readonly FoundPost[] }) {
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="found-posts" className="mb-8 border-y border-rule py-4">
      <h2 id="found-posts" className="label text-brand">
        {phrase('Live coverage')}
      </h2>
      <ul>
        {posts.map(({ id, path, label, articleTitle, publishedAt }) => (
          <li key={id} className="pt-3">
            <a
              href={path}
              dir={directionOf(label)}
              className="headline block text-18 underline-offset-4 wrap-anywhere hover:underline"
            >
              {label}
            </a>
            <p className="flex flex-wrap gap-x-3 pt-1 text-14 text-muted">
              <bdi>{articleTitle}</bdi>
              <time dateTime={publishedAt}>
                {formatShortDay(publishedAt)}, {formatClock(publishedAt)}
              </time>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
