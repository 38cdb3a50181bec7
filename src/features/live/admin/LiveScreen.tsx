import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCount } from '#kernel/format-count.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Badge } from '#ui/admin/Badge.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { coveragesQuery, DESK_FAILURE } from '../edit-live.functions.ts'
import type { CoverageEntry } from '../server/live-desk.server.ts'

/** Lists the articles with live coverage. */
export function LiveScreen() {
  return (
    <AdminPage title="Live" text="Articles with live coverage. Start it in the settings of an article.">
      <LoadState query={useQuery(coveragesQuery)} failure={DESK_FAILURE}>
        {(coverages) =>
          coverages.length === 0 ? (
            <EmptyState
              title="No live coverage yet"
              text="Open an article in the editor, and start its live coverage in the settings."
            />
          ) : (
            <ul aria-label="Live coverage" className="sheet divide-y divide-rule">
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
          <bdi>{title || 'Untitled'}</bdi>
        </Link>
        <p className="text-13 text-muted">
          {posts === 0 ? 'No posts yet' : formatCount(posts, 'post')}
          {lastPostAt && (
            <>
              {', the last '}
              <Moment at={lastPostAt} isPhrase />
            </>
          )}
        </p>
      </div>
      {waiting > 0 && <Badge tone="caution">{waiting} waiting</Badge>}
      {!isPublished && <Badge>Not published</Badge>}
      <Badge tone={liveState === 'live' ? 'danger' : 'plain'}>
        {liveState === 'live' ? 'Live' : 'Ended'}
      </Badge>
    </li>
  )
}
