import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { phrase, phraseParts, plural } from '#kernel/text/phrase.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Badge } from '#ui/admin/Badge.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { coveragesQuery, deskFailure } from '../edit-live.functions.ts'
import type { CoverageEntry } from '../server/live-desk.server.ts'

/** Lists the articles with live coverage. */
export function LiveScreen() {
  return (
    <AdminPage
      title={phrase('Live')}
      text={phrase('Articles with live coverage. Start it in the settings of an article.')}
    >
      <LoadState query={useQuery(coveragesQuery)} failure={deskFailure()}>
        {(coverages) =>
          coverages.length === 0 ? (
            <EmptyState
              title={phrase('No live coverage yet')}
              text={phrase('Open an article in the editor, and start its live coverage in the settings.')}
            />
          ) : (
            <ul aria-label={phrase('Live coverage')} className="sheet divide-y divide-rule">
              {coverages.map((coverage) => (
                <Entry key={coverage.id} coverage={coverage} />
              ))}
            </ul>
          )
        }
      </LoadState>
    </AdminPage>
  )
}

function Entry({ coverage }: { coverage: CoverageEntry }) {
  const { id, title, liveState, isPublished, posts, waiting, lastPostAt } = coverage
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <Link
          to="/admin/live"
          search={{ article: id }}
          className="font-semibold wrap-anywhere after:absolute after:inset-0 hover:underline"
        >
          <bdi>{title || phrase('Untitled')}</bdi>
        </Link>
        <p className="text-13 text-muted">
          {posts === 0 ? phrase('No posts yet') : plural(posts, '{count} post', '{count} posts')}
          {lastPostAt && (
            <>, {phraseParts('the last {time}', { time: <Moment key="time" at={lastPostAt} isPhrase /> })}</>
          )}
        </p>
      </div>
      {waiting > 0 && <Badge tone="caution">{phrase('{count} waiting', { count: waiting })}</Badge>}
      {!isPublished && <Badge>{phrase('Not published')}</Badge>}
      <Badge tone={liveState === 'live' ? 'danger' : 'plain'}>
        {liveState === 'live' ? phrase('Live') : phrase('Ended')}
      </Badge>
    </li>
  )
}
