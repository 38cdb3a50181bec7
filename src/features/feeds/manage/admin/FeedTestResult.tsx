import { phrase, phraseParts, plural } from '#kernel/text/phrase.ts'
import { formatDayAndTime } from '#kernel/time/dates.ts'
import { Button } from '#ui/admin/Button.tsx'
import type { FeedTest, FeedTestItem } from '../../ingest/test-feed.server.ts'
import type { FeedFormat } from '../../parse/parse-feed.ts'

type Props = { result: FeedTest; onTest: (address: string) => void }

const FORMAT_NAMES: Record<FeedFormat, string> = {
  rss: 'RSS',
  rdf: 'RSS 1.0 or 1.1',
  atom: 'Atom',
  cdf: 'CDF',
  json: 'JSON Feed',
}

export function FeedTestResult({ result, onTest }: Props) {
  if (result.kind === 'failed')
    return (
      <p className="border-s-3 border-danger bg-wash px-3 py-2 text-14 wrap-anywhere">
        <strong>{phrase('No feed could be read.')}</strong> {result.reason}
      </p>
    )
  if (result.kind === 'page')
    return (
      <section aria-label={phrase('Feeds on this website')} className="flex flex-col gap-2">
        <p className="text-14 font-semibold">{phrase('This is a web page. It links to these feeds:')}</p>
        <ul className="flex flex-col gap-2">
          {result.feeds.map(({ url, title }) => (
            <li
              key={url}
              className="flex flex-wrap items-center justify-between gap-2 border-t border-rule pt-2"
            >
              <span className="min-w-0 wrap-anywhere">
                <bdi className="font-semibold">{title || phrase('Untitled feed')}</bdi>
                <span className="block text-13 text-muted">{url}</span>
              </span>
              <Button
                aria-label={phrase('Test Feed: {title}', { title: title || url })}
                onClick={() => onTest(url)}
              >
                {phrase('Test Feed')}
              </Button>
            </li>
          ))}
        </ul>
      </section>
    )
  return (
    <section aria-label={phrase('Preview')} className="flex flex-col gap-2">
      <p className="text-14">
        <bdi className="font-semibold">{result.title || phrase('Untitled feed')}</bdi>:{' '}
        {plural(result.count, '{count} article', '{count} articles')}
        {result.count > result.newest.length && (
          <>. {phrase('The newest {count}:', { count: result.newest.length })}</>
        )}
      </p>
      <p className="text-13 wrap-anywhere text-muted">
        {phraseParts('Publisher: {publisher}', { publisher: <bdi key="publisher">{result.publisher}</bdi> })}
      </p>
      <p className="text-13 text-muted">
        {phrase('Format: {format}', { format: FORMAT_NAMES[result.format] })}
      </p>
      <p className="text-13 text-muted">{phrase('Text: {text}', { text: describeText(result) })}</p>
      {result.damage && (
        <p className="border-s-3 border-danger bg-wash px-3 py-2 text-14 wrap-anywhere">
          <strong>{phrase('The feed is not well-formed:')}</strong> {result.damage}
        </p>
      )}
      <ul className="flex flex-col">
        {result.newest.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items may be equal, and none moves
          <Item key={place} item={item} />
        ))}
      </ul>
    </section>
  )
}

function describeText({ count, summaries }: { count: number; summaries: number }): string {
  if (summaries === 0) return phrase('full text')
  return summaries === count
    ? phrase('summaries only')
    : plural(
        count,
        'summaries only for {summaries} of {count} article',
        'summaries only for {summaries} of {count} articles',
        { summaries },
      )
}

function Item({ item }: { item: FeedTestItem }) {
  const { title, summary, publishedAt, isDated, author, topics, link, image } = item
  const date = formatDayAndTime(publishedAt.toISOString())
  return (
    <li className="flex gap-3 border-t border-rule py-2">
      <div className="grid size-16 shrink-0 place-items-center bg-wash text-center text-12 text-muted">
        {image?.thumbnail ? (
          <img src={image.thumbnail} alt="" width={64} height={64} className="size-16 object-cover" />
        ) : image ? (
          phrase('Broken image')
        ) : (
          phrase('No image')
        )}
      </div>
      <div className="min-w-0">
        <p dir="auto" className="line-clamp-2 text-14 font-semibold wrap-anywhere">
          {title}
        </p>
        <p dir="auto" className="line-clamp-2 text-13 wrap-anywhere text-muted">
          {summary}
        </p>
        {author && (
          <p className="text-13 wrap-anywhere text-muted">
            {phraseParts('By {author}', { author: <bdi key="author">{author}</bdi> })}
          </p>
        )}
        <p className="text-13 text-muted">
          {isDated ? date : phrase('No date. It will be dated {date}.', { date })}
        </p>
        <p className="line-clamp-1 text-13 break-all text-muted">
          {link === null ? (
            phrase('No link')
          ) : (
            <a href={link} target="_blank" rel="noopener noreferrer" className="underline">
              {link}
              <span className="sr-only"> {phrase('(opens in a new tab)')}</span>
            </a>
          )}
        </p>
        {topics.length > 0 && (
          <p className="line-clamp-2 text-13 wrap-anywhere text-muted">
            {phrase('Topics: {topics}', { topics: topics.join(', ') })}
          </p>
        )}
      </div>
    </li>
  )
}
