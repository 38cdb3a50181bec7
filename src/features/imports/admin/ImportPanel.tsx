import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ImportFormat, ImportState } from '#kernel/import-states.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { RelativeTime } from '#ui/admin/RelativeTime.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import {
  checkImportAgainFn,
  checkImportFailure,
  deleteImportFailure,
  deleteImportFn,
  importQuery,
  pauseImportFailure,
  pauseImportFn,
  startImportFailure,
  startImportFn,
} from '../imports.functions.ts'
import type { ImportOptions } from '../rules/import-options.ts'
import type { ChangeImportOutcome, ImportRow } from '../server/imports.server.ts'
import { ImportOptionsFields } from './ImportOptionsFields.tsx'
import { ItemCounts, Losses, NotedItems } from './ImportReportView.tsx'

const formatLabels = (): Record<ImportFormat, string> => ({
  wordpress: 'WordPress',
  ghost: phrase('Ghost'),
  substack: phrase('Substack'),
  medium: phrase('Medium'),
  folder: phrase('Folder of texts'),
  masthead: 'Masthead',
})

const stateLabels = (): Record<ImportState, string> => ({
  checking: phrase('Checking the export…'),
  ready: phrase('Checked. Nothing has changed yet.'),
  running: phrase('Importing…'),
  paused: phrase('Paused'),
  done: phrase('Imported'),
  failed: phrase('Stopped'),
})

export function ImportPanel({ row }: { row: ImportRow }) {
  const { id, name, format, state, total, done, failure, createdAt } = row
  const [options, setOptions] = useState(row.options)
  const heading = useId()
  const isStarted = state === 'running' || state === 'paused' || state === 'done' || done > 0
  return (
    <section aria-labelledby={heading} className="sheet flex flex-col gap-4 p-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={heading} className="text-16 font-semibold wrap-anywhere">
            <bdi>{name}</bdi>
          </h2>
          <p className="text-13 text-muted">
            {format && `${formatLabels()[format]} · `}
            <RelativeTime at={new Date(createdAt)} none="" />
          </p>
        </div>
        <Actions row={row} options={options} />
      </header>
      <p role="status" className={`text-14 ${state === 'failed' ? 'font-semibold text-danger' : ''}`}>
        {stateLabels()[state]}
        {failure && ` ${failure}`}
      </p>
      {(state === 'running' || state === 'paused') && total > 0 && (
        <div className="flex items-center gap-3 text-13 text-muted">
          <progress
            aria-label={phrase('Imported items')}
            className="w-60 max-w-full"
            max={total}
            value={Math.min(done, total)}
          />
          {phrase('{done} of {total}', { done: Math.min(done, total), total })}
        </div>
      )}
      {state === 'ready' && (
        <ImportOptionsFields
          options={options}
          asksForSite={format === 'ghost' || format === 'folder'}
          onChange={setOptions}
        />
      )}
      {isStarted ? <Results id={id} /> : row.report && <ItemCounts items={row.report.items} isPlanned />}
      {row.report && <Losses losses={row.report.losses} />}
    </section>
  )
}

function Results({ id }: { id: string }) {
  const { data } = useQuery(importQuery(id))
  if (!data) return null
  return (
    <>
      <ItemCounts items={data.results} />
      <NotedItems items={data.noted} />
    </>
  )
}

function Actions({ row, options }: { row: ImportRow; options: ImportOptions }) {
  const { id, state } = row
  const start = useChange(startImportFailure(), () => startImportFn({ data: { id, options } }))
  const pause = useChange(pauseImportFailure(), () => pauseImportFn({ data: { id } }))
  const check = useChange(checkImportFailure(), () => checkImportAgainFn({ data: { id, options } }))
  const remove = useChange(deleteImportFailure(), () => deleteImportFn({ data: { id } }))
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <div className="flex flex-wrap gap-2">
      {(state === 'ready' || state === 'failed') && row.done === 0 && (
        <Button onClick={() => setIsDeleting(true)}>{phrase('Delete…')}</Button>
      )}
      {(state === 'failed' || state === 'ready') && (
        <Button isBusy={check.isPending} onClick={() => check.mutate()}>
          {phrase('Check Again')}
        </Button>
      )}
      {state === 'ready' && (
        <Button
          variant="primary"
          isBusy={start.isPending}
          busyText={phrase('Starting…')}
          onClick={() => start.mutate()}
        >
          {phrase('Start Import')}
        </Button>
      )}
      {(state === 'paused' || (state === 'failed' && row.done > 0)) && (
        <Button variant="primary" isBusy={start.isPending} onClick={() => start.mutate()}>
          {phrase('Continue')}
        </Button>
      )}
      {state === 'running' && (
        <Button isBusy={pause.isPending} onClick={() => pause.mutate()}>
          {phrase('Pause')}
        </Button>
      )}
      <ConfirmDialog
        title={phrase('Delete {name}?', { name: row.name })}
        text={phrase('The uploaded file and its report are deleted. Nothing has been imported from it.')}
        confirmLabel={phrase('Delete')}
        isDangerous
        isOpen={isDeleting}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setIsDeleting(false) })}
        onCancel={() => setIsDeleting(false)}
      />
    </div>
  )
}

function useChange(failure: string, change: () => Promise<ChangeImportOutcome>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    async onSuccess({ kind }) {
      await queryClient.invalidateQueries({ queryKey: ['admin', 'imports'] })
      if (kind === 'refused')
        void showToast({
          title: phrase('Nothing changed'),
          text: phrase('The state of the import has changed in the meantime.'),
          isError: true,
        })
    },
    onError: (error) => showFailure(error, failure),
  })
}
