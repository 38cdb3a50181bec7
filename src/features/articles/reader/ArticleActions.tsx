import { isBookmarked as isStored, useIsBookmarked } from '#features/reading/reader/stored-bookmarks.ts'
import type { ArticleCard } from '#kernel/article.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { repeatHeldClick } from '#platform/render/held-click.ts'
import { withLazyFeatures } from './with-lazy-features.ts'

type Props = { article: ArticleCard; shareOrigin: string }

/** Spec §2, RFC 6068. Buttons that need JavaScript keep their place without it, to avoid a layout shift. */
export function ArticleActions({ article, shareOrigin }: Props) {
  const { id, path, title } = article
  const url = shareOrigin + path
  const isBookmarked = useIsBookmarked(id)

  function copy() {
    // Before the lazy import: clipboard access needs a user action.
    const copied = navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    )
    withLazyFeatures(({ copyLink }) => copyLink(url, copied))
  }

  /** A click before hydration is meant to add the article, which the server shows as not bookmarked. */
  function repeatBookmark(button: HTMLButtonElement | null) {
    if (button && isStored(id)) delete button.dataset.held
    repeatHeldClick(button)
  }

  return (
    <div className="-me-2 -mb-2 -ms-3 flex text-ink max-lg:w-full lg:-mt-2 lg:ms-auto print:hidden">
      <a
        href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\r\n\r\n${url}`)}`}
        onClick={() => withLazyFeatures(({ reportEmailFailure }) => reportEmailFailure())}
        aria-label={phrase('Share by email')}
        className="quiet-button w-11"
      >
        <span className="icon icon-envelope" />
      </a>
      <div className="flex flex-wrap [@media(scripting:none)]:invisible">
        <button
          data-held=""
          ref={repeatHeldClick}
          type="button"
          onClick={copy}
          aria-label={phrase('Copy link')}
          className="quiet-button w-11"
        >
          <span className="icon icon-link" />
        </button>
        <button
          data-held=""
          ref={repeatBookmark}
          type="button"
          onClick={() => withLazyFeatures(({ toggleBookmark }) => toggleBookmark(article))}
          className="quiet-button min-w-36 justify-start px-2"
        >
          <span className={`icon ${isBookmarked ? 'icon-bookmarked' : 'icon-bookmark'}`} />
          {isBookmarked ? phrase('Bookmarked') : phrase('Bookmark', {}, 'button')}
        </button>
      </div>
    </div>
  )
}
