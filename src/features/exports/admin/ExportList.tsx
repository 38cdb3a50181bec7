import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ExportState } from '#kernel/export-states.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { LoadError } from '#ui/admin/LoadState.tsx'
import { RelativeTime } from '#ui/admin/RelativeTime.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { cancelExportFailure, cancelExportFn, exportsFailure, exportsQuery } from '../exports.functions.ts'
import { describeProgress } from '../rules/export-progress.ts'
import type { ExportRow } from '../server/exports.server.ts'

const stateLabels = (): Record<ExportState, string> => ({
  running: phrase('Exporting…'),
  done: phrase('Exported'),
  cancelled: phrase('Cancelled: the file is incomplete'),
  failed: phrase('Stopped: the file is incomplete'),
})

/** The latest exports, with the progress of those that run. */
export function ExportList() {
  const query = useQuery(exportsQuery)
  const { data: rows = [] } = query
  if (rows.length === 0) return <LoadError query={query} text={exportsFailure()} />
  return (
    <ul aria-label={phrase('Latest exports')} className="flex max-w-2xl flex-col gap-3 pt-8">
      {rows.map((row) => (
        <ExportItem key={row.id} row={row} />
      ))}
    </ul>
  )
}

function ExportItem({ row: { id, name, state, progress, createdAt } }: { row: ExportRow }) {
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => cancelExportFn({ data: { id } }),
    onSuccess: () => queryClient.invalidateQueries(exportsQuery),
    onError: (error) => showFailure(error, cancelExportFailure()),
  })
  const { articles, files, totalArticles, totalFiles } = progress
  return (
    <li className="sheet flex flex-wrap items-start justify-between gap-3 p-4">
      <div className="min-w-0">
        <p className="text-14 font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-13 text-muted">
          {stateLabels()[state]} ·{' '}
          {phraseParts('Started {time}', {
            time: <RelativeTime key="time" at={new Date(createdAt)} none="" />,
          })}
        </p>
        {state === 'running' && (
          <progress
            aria-label={phrase('Exported articles and files')}
            className="w-60 max-w-full"
            max={Math.max(1, totalArticles + totalFiles)}
            value={articles + files}
          />
        )}
        <p className="text-13 text-muted">{describeProgress(progress)}</p>
      </div>
      {state === 'running' && (
        <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
          {phrase('Cancel')}
        </Button>
      )}
    </li>
  )
}
