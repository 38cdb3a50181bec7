import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '#ui/office/Button.tsx'
import { Dialog } from '#ui/office/Dialog.tsx'
import { showToast } from '#ui/toast.ts'
import { type ImportReport, SKIP_REASON_TEXT, type SkipReason } from '../rules/import-report.ts'
import { IMPORT_FAILURE } from './messages.ts'

/** The server's limit. */
const MAX_FILE_MB = 12

export function ImportSubscribers() {
  const input = useRef<HTMLInputElement>(null)
  const queryClient = useQueryClient()
  const { mutate, isPending, data, reset } = useMutation({
    mutationFn: async (file: File): Promise<ImportReport> => {
      if (file.size > MAX_FILE_MB * 1024 * 1024)
        throw new Error(
          `The file is larger than ${MAX_FILE_MB} MB. Split it into smaller files and import them one by one.`,
        )
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
          <ul aria-label="Skipped lines by reason" className="list-disc ps-5">
            {Object.entries(reasons).map(([reason, count]) => (
              <li key={reason}>
                {count.toLocaleString('en-GB')}: {SKIP_REASON_TEXT[reason as SkipReason]}
              </li>
            ))}
          </ul>
          <p className="text-muted">First skipped lines:</p>
        </>
      )}
      {lines.length > 0 && (
        <ul aria-label="Skipped lines" className="flex flex-col gap-1">
          {lines.map(({ line, email, reason }) => (
            <li key={line} className="wrap-anywhere">
              Line {line}: {email && `${email}, `}
              {SKIP_REASON_TEXT[reason]}
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
