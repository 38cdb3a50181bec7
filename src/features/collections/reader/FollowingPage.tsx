import { useInfiniteQuery } from '@tanstack/react-query'
import { ArticleGrid } from '#features/articles/reader/ArticleGrid.tsx'
import { articlesErrorMessage } from '#features/articles/rules/fetch-error.ts'
import { toggleFollowed, useFollowed } from '#features/reading/reader/stored-followed.ts'
import { followedPath, formatKeys, sortKeys } from '#features/reading/rules/followed.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Notice } from '#ui/Notice.tsx'
import { followedQuery } from '../collections.functions.ts'

/** Shows the newest articles of the topics, authors and sections that the reader follows on this device. */
export function FollowingPage() {
  const list = useFollowed()
  const query = useInfiniteQuery(followedQuery(sortKeys(list ?? [])))
  const pages = query.data?.pages ?? []
  const known = pages[0]?.followed ?? []
  return (
    <div className="measure">
      <h1 className="headline mt-6 mb-6 border-t border-ink pt-3 text-38 md:mt-10 md:mb-8 md:text-48">
        {phrase('Following')}
      </h1>
      <noscript>
        <p className="max-w-prose pb-6">
          {phrase(
            'Following needs JavaScript, since the list stays on your device. Without it, add the feeds of topics and authors to a feed reader: their addresses are on their pages.',
          )}
        </p>
      </noscript>
      {list?.length === 0 && (
        <Notice
          title={phrase('You are not following anything yet')}
          text={phrase(
            'Press Follow on the page of a topic, an author or a section. The list is stored on this device.',
          )}
        />
      )}
      {list && list.length > 0 && (
        <>
          <ul aria-label={phrase('What you follow')} className="flex flex-wrap gap-2 pb-4 text-14">
            {list.map((entry) => {
              const name =
                known.find(({ kind, slug }) => kind === entry.kind && slug === entry.slug)?.name ?? entry.name
              return (
                <li
                  key={`${entry.kind}:${entry.slug}`}
                  className="flex min-w-0 items-center border border-rule"
                >
                  <a href={followedPath(entry)} className="min-w-0 px-3 py-2 wrap-anywhere hover:underline">
                    <bdi>{name}</bdi>
                  </a>
                  <button
                    type="button"
                    aria-label={phrase('Unfollow {name}', { name })}
                    title={phrase('Unfollow')}
                    onClick={() => toggleFollowed(entry)}
                    className="quiet-button size-11 shrink-0"
                  >
                    <span className="icon icon-close" />
                  </button>
                </li>
              )
            })}
          </ul>
          <p className="pb-6 text-14">
            <a href={`/following/feed.xml?${formatKeys(list)}`} className="py-1 underline underline-offset-4">
              {phrase('RSS feed of what you follow')}
            </a>
          </p>
          {query.isPending && (
            <p role="status" className="text-muted">
              {phrase('Loading articles…')}
            </p>
          )}
          {query.error && pages.length === 0 && <Notice alert title={articlesErrorMessage(query.error)} />}
          {pages.length > 0 && pages.every((page) => page.list.articles.length === 0) && (
            <Notice
              title={phrase('No articles yet')}
              text={phrase('New articles of what you follow appear here.')}
            />
          )}
          <ArticleGrid
            query={query}
            pages={pages.map((page) => page.list)}
            hrefOf={() => '/following'}
            showCategory
          />
        </>
      )}
    </div>
  )
}
