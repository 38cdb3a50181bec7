import { formatDayAndTime } from '#kernel/dates.ts'
import { Button } from '#ui/office/Button.tsx'
import type { TriedFeed, TriedItem } from '../server/try-feed.server.ts'

type Props = { tried: TriedFeed; onTry: (address: string) => void }

/** What came of a test run: the newest items, the feeds of a site, or why there is neither. */
export function TrialOutcome({ tried, onTry }: Props) {
  if (tried.kind === 'failed')
    return (
      <p className="border-s-3 border-danger bg-wash px-3 py-2 text-14 wrap-anywhere">
        <strong>This address brings nothing.</strong> {tried.reason}
      </p>
    )
  if (tried.kind === 'page')
    return (
      <section aria-label="Feeds of this site" className="flex flex-col gap-2">
        <p className="text-14 font-semibold">This is a web page. It names these feeds:</p>
        <ul className="flex flex-col gap-2">
          {tried.offers.map(({ url, title }) => (
            <li
              key={url}
              className="flex flex-wrap items-center justify-between gap-2 border-t border-rule pt-2"
            >
              <span className="min-w-0 wrap-anywhere">
                <bdi className="font-semibold">{title || 'Untitled feed'}</bdi>
                <span className="block text-13 text-muted">{url}</span>
              </span>
              <Button aria-label={`Try It: ${title || url}`} onClick={() => onTry(url)}>
                Try It
              </Button>
            </li>
          ))}
        </ul>
      </section>
    )
  return (
    <section aria-label="What it would bring" className="flex flex-col gap-2">
      <p className="text-14">
        <bdi className="font-semibold">{tried.title || 'Untitled feed'}</bdi>:{' '}
        {tried.count === 1 ? '1 story' : `${tried.count} stories`}
        {tried.count > tried.newest.length && `, of which the newest ${tried.newest.length} are:`}
      </p>
      <ul className="flex flex-col">
        {tried.newest.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items need not differ, and none moves
          <Item key={place} item={item} />
        ))}
      </ul>
    </section>
  )
}

function Item({ item: { title, summary, publishedAt, isDated, image } }: { item: TriedItem }) {
  return (
    <li className="flex gap-3 border-t border-rule py-2">
      <div className="grid size-16 shrink-0 place-items-center bg-wash text-center text-12 text-muted">
        {image?.thumbnail ? (
          <img src={image.thumbnail} alt="" width={64} height={64} className="size-16 object-cover" />
        ) : image ? (
          'Image broken'
        ) : (
          'No image'
        )}
      </div>
      <div className="min-w-0">
        <p dir="auto" className="line-clamp-2 text-14 font-semibold wrap-anywhere">
          {title}
        </p>
        <p dir="auto" className="line-clamp-2 text-13 wrap-anywhere text-muted">
          {summary}
        </p>
        <p className="text-13 text-muted">
          {isDated ? formatDayAndTime(publishedAt.toISOString()) : 'Without a date: it would be dated now'}
        </p>
      </div>
    </li>
  )
}
