import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '#ui/office/Button.tsx'
import { Dialog } from '#ui/office/Dialog.tsx'
import { showToast } from '#ui/toast.ts'
import { type ImportReport, SKIP_WORDS, type SkipReason } from '../rules/import-report.ts'
import { IMPORT_FAILURE } from './messages.ts'

/** The listener takes no more. */
const LARGEST_MB = 12

/** Takes subscribers from a CSV file, and tells what was skipped and why. */
export function ImportSubscribers() {
  const input = useRef<HTMLInputElement>(null)
  const queryClient = useQueryClient()
  const { mutate, isPending, data, reset } = useMutation({
    mutationFn: async (file: File): Promise<ImportReport> => {
      if (file.size > LARGEST_MB * 1024 * 1024)
        throw new Error(`The file is larger than ${LARGEST_MB} MB: please part it. Nothing was imported.`)
      const response = await fetch('/api/admin/import_subscribers', {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body: file,
      })
      if (!response.ok) throw new Error(IMPORT_FAILURE)
      return response.json()
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['admin', 'subscribers'] }),
    onError: ({ message }) =>
      void showToast({ title: 'Error', text: message || IMPORT_FAILURE, isError: true }),
  })
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file of subscribers"
        tabIndex={-1}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file) mutate(file)
        }}
      />
      <Button isBusy={isPending} busyText="Importing..." onClick={() => input.current?.click()}>
        Import CSV
      </Button>
      <Dialog title="Import finished" isOpen={data !== undefined} onClose={reset}>
        {data && <Report report={data} onClose={reset} />}
      </Dialog>
    </>
  )
}

type ReportProps = { report: ImportReport; onClose: () => void }

function Report({ report: { added, skipped, reasons, lines }, onClose }: ReportProps) {
  return (
    <div className="flex flex-col gap-3 text-14">
      <p>
        <strong>{added.toLocaleString('en-GB')} added</strong>, {skipped.toLocaleString('en-GB')} skipped.
      </p>
      {skipped > lines.length && (
        <>
          <ul aria-label="Why lines were skipped" className="list-disc ps-5">
            {Object.entries(reasons).map(([reason, count]) => (
              <li key={reason}>
                {count.toLocaleString('en-GB')}: {SKIP_WORDS[reason as SkipReason]}
              </li>
            ))}
          </ul>
          <p className="text-muted">The first of them:</p>
        </>
      )}
      {lines.length > 0 && (
        <ul aria-label="Skipped lines" className="flex flex-col gap-1">
          {lines.map(({ line, email, reason }) => (
            <li key={line} className="wrap-anywhere">
              Line {line}: {email && `${email}, `}
              {SKIP_WORDS[reason]}
            </li>
          ))}
        </ul>
      )}
      <Button variant="primary" className="self-end" onClick={onClose}>
        Done
      </Button>
    </div>
  )
}
