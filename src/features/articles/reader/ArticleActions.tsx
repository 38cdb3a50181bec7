import { useIsBookmarked } from '#features/reading/reader/stored-bookmarks.ts'
import type { ArticleCard } from '#kernel/article.ts'
import { withExtras } from './with-extras.ts'

type Props = { article: ArticleCard; origin: string }

/**
 * What a reader can do with an article: share it, and keep it on the reading list (spec §2). The link to email is a plain
 * one (RFC 6068); what takes script is not there before it runs, but its place is.
 */
export function ArticleTools({ article, origin }: Props) {
  const { id, title } = article
  const url = `${origin}/article/${id}`
  const isBookmarked = useIsBookmarked(id)

  function copy() {
    // At once: browsers let a page write only in answer to what the reader does.
    const written = navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    )
    withExtras(({ finishCopy }) => finishCopy(url, written))
  }

  return (
    <div className="-mr-2 -mb-2 -ml-3 flex text-ink max-lg:w-full lg:-mt-2 lg:ml-auto print:hidden">
      <a
        href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\r\n\r\n${url}`)}`}
        onClick={() => withExtras(({ watchEmail }) => watchEmail())}
        aria-label="Share by email"
        className="quiet-button w-11"
      >
        <span className="icon icon-envelope" />
      </a>
      <div className={isBookmarked === undefined ? 'invisible flex' : 'flex'}>
        <button type="button" onClick={copy} aria-label="Copy link" className="quiet-button w-11">
          <span className="icon icon-link" />
        </button>
        <button
          type="button"
          onClick={() => withExtras(({ toggleBookmark }) => toggleBookmark(article))}
          className="quiet-button min-w-36 justify-start px-2"
        >
          <span className={`icon ${isBookmarked ? 'icon-bookmarked' : 'icon-bookmark'}`} />
          {isBookmarked ? 'Bookmarked' : 'Bookmark'}
        </button>
      </div>
    </div>
  )
}
