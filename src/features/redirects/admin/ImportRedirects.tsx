import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { formatBytes } from '#kernel/format-bytes.ts'
import { phrase, phraseParts, plural } from '#kernel/text/phrase.ts'
import { requestOwn } from '#platform/http/request-own.ts'
import { Button } from '#ui/admin/Button.tsx'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { FileInput } from '#ui/admin/forms/FileInput.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { MAX_IMPORT_BYTES, type RedirectImportReport } from '../rules/redirect-form.ts'

const importFailure = () => phrase('Failed to import redirects')

export function ImportRedirects() {
  const input = useRef<HTMLInputElement>(null)
  const queryClient = useQueryClient()
  const { mutate, isPending, data, reset } = useMutation({
    async mutationFn(file: File): Promise<RedirectImportReport> {
      return (await requestOwn('/api/admin/import_redirects', { body: file })).json()
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['admin', 'redirects'] }),
    // The server explains in plain errors why it refused a file.
    onError: (error) => showFailure(error, error.constructor === Error ? error.message : importFailure()),
  })
  function choose(file: File) {
    if (file.size <= MAX_IMPORT_BYTES) return mutate(file)
    const text = phrase('The file is larger than {max}. Split it into smaller files.', {
      max: formatBytes(MAX_IMPORT_BYTES),
    })
    void showToast({ title: phrase('Error'), text, isError: true })
  }
  return (
    <>
      <FileInput
        ref={input}
        label={phrase('CSV file of redirects')}
        accept=".csv,text/csv"
        onChoose={choose}
      />
      <Button isBusy={isPending} busyText={phrase('Importing…')} onClick={() => input.current?.click()}>
        {phrase('Import CSV')}
      </Button>
      <Dialog title={phrase('Import finished')} isOpen={data !== undefined} onClose={reset}>
        {data && (
          <div className="flex flex-col gap-3 text-14">
            <p>
              {phrase('{redirects} added, {lines} refused.', {
                redirects: plural(data.added, '{count} redirect', '{count} redirects'),
                lines: plural(data.refused, '{count} line', '{count} lines'),
              })}
            </p>
            <RefusedLines report={data} />
            <Button variant="primary" className="self-end" onClick={reset}>
              {phrase('Done')}
            </Button>
          </div>
        )}
      </Dialog>
    </>
  )
}

function RefusedLines({ report: { lines, refused } }: { report: RedirectImportReport }) {
  if (lines.length === 0)
    return (
      <p className="text-muted">
        {phrase('The columns are: from, to, and the status 301, 302 or 410, which may be left out.')}
      </p>
    )
  return (
    <>
      <ul
        aria-label={phrase('Refused lines')}
        className="max-h-80 overflow-y-auto border-s-3 border-rule ps-3"
      >
        {lines.map(({ line, from, reason }) => (
          <li key={line} className="wrap-anywhere">
            {phraseParts('Line {line}: {from} {reason}', {
              line,
              from: (
                <bdi key="from" className="font-semibold">
                  {from}
                </bdi>
              ),
              reason,
            })}
          </li>
        ))}
      </ul>
      {refused > lines.length && (
        <p className="text-muted">{phrase('The first {count} are listed.', { count: lines.length })}</p>
      )}
    </>
  )
}
