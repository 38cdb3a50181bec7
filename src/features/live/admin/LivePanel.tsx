import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { phrase } from '#kernel/text/phrase.ts'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { deskFailure, deskQuery } from '../edit-live.functions.ts'
import { CoverageSwitch } from './CoverageSwitch.tsx'

/** The live coverage of an article, in the settings of the editor. */
export function LivePanel({ id }: { id: string }) {
  return (
    <LoadState query={useInfiniteQuery(deskQuery(id))} failure={deskFailure()}>
      {({ pages: [desk] }) => {
        if (!desk) return null
        const { liveState } = desk.article
        return (
          <>
            <p className="text-14 text-muted">
              {liveState === 'live'
                ? phrase('The article is live: short posts appear below its text, newest first.')
                : liveState === 'ended'
                  ? phrase('The live coverage has ended. Its posts stay below the text.')
                  : phrase(
                      'Off. Live coverage adds short posts below the text while the news develops. It starts at once.',
                    )}
            </p>
            <div className="flex flex-wrap items-center gap-3">
              {desk.canManage && <CoverageSwitch id={id} state={liveState} />}
              {liveState && (
                <Link to="/admin/live" search={{ article: id }} className="admin-button">
                  {phrase('Write Posts')}
                </Link>
              )}
            </div>
          </>
        )
      }}
    </LoadState>
  )
}
