import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatBytes } from '#kernel/format-bytes.ts'
import { formatNumber } from '#kernel/format-count.ts'
import { phrase, phraseParts, plural } from '#kernel/text/phrase.ts'
import { requestOwn } from '#platform/http/request-own.ts'
import { Button } from '#ui/admin/Button.tsx'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { FileInput } from '#ui/admin/forms/FileInput.tsx'
import { ChangeError } from '#ui/admin/forms/FormNotices.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import type { Decisions } from '../rules/import-plan.ts'
import { importFailure } from '../rules/messages.ts'
import {
  CONSENT_PARAMETER,
  DECISIONS_PART,
  FILE_PART,
  fieldText,
  type ImportPreview,
  type ImportReport,
  MAX_IMPORT_BYTES,
  PREVIEW_PARAMETER,
  type SkipReason,
  skipReasonText,
} from '../rules/subscriber-import.ts'
import { ImportQuestions } from './ImportQuestions.tsx'

const fileTooLarge = () =>
  phrase('The file is larger than {max}. Split it into smaller files and import them one by one.', {
    max: formatBytes(MAX_IMPORT_BYTES),
  })

type Chosen = { file: File; decisions: Decisions }

/**
 * Previews an import before anything is stored. Does not use useZodForm: the server gets the file with the decisions
 * about its columns, and the consent in the URL.
 */
export function ImportSubscribers() {
  const input = useRef<HTMLInputElement>(null)
  const queryClient = useQueryClient()
  const [shown, setShown] = useState<{ chosen: Chosen; found: ImportPreview }>()
  const preview = useMutation({
    mutationFn: (chosen: Chosen) => upload<ImportPreview>(chosen, PREVIEW_PARAMETER),
    onSuccess: (found, chosen) => setShown({ chosen, found }),
    onError: (error) => showFailure(error, refusalOf(error)),
  })
  const storing = useCancellableMutation({
    mutationFn: (chosen: Chosen, signal) =>
      upload<ImportReport>(chosen, `${CONSENT_PARAMETER}=confirmed`, signal),
    onSuccess: () => {
      setShown(undefined)
      return queryClient.invalidateQueries({ queryKey: ['admin', 'subscribers'] })
    },
  })
  function cancel() {
    storing.cancel()
    setShown(undefined)
  }
  return (
    <>
      <FileInput
        ref={input}
        label={phrase('CSV file of subscribers')}
        accept=".csv,text/csv"
        onChoose={(file) => {
          if (file.size > MAX_IMPORT_BYTES)
            void showToast({ title: phrase('Error'), text: fileTooLarge(), isError: true })
          else preview.mutate({ file, decisions: {} })
        }}
      />
      <Button isBusy={preview.isPending} busyText={phrase('Reading…')} onClick={() => input.current?.click()}>
        {phrase('Import CSV')}
      </Button>
      <Dialog title={phrase('Import subscribers')} isOpen={shown !== undefined} onClose={cancel} isWide>
        {shown &&
          (shown.found.questions.length > 0 ? (
            <ImportQuestions
              questions={shown.found.questions}
              isBusy={preview.isPending}
              onDecide={(decisions) => preview.mutate({ ...shown.chosen, decisions })}
              onCancel={cancel}
            />
          ) : (
            <Preview
              found={shown.found}
              isBusy={storing.isPending}
              error={storing.error}
              onImport={() => storing.mutate(shown.chosen)}
              onCancel={cancel}
            />
          ))}
      </Dialog>
      <Dialog title={phrase('Import finished')} isOpen={storing.data !== undefined} onClose={storing.reset}>
        {storing.data && (
          <div className="flex flex-col gap-3 text-14">
            <Counts
              report={storing.data}
              addedText={phrase('{count} added', { count: storing.data.added })}
            />
            <SkippedLines report={storing.data} />
            <Button variant="primary" className="self-end" onClick={storing.reset}>
              {phrase('Done')}
            </Button>
          </div>
        )}
      </Dialog>
    </>
  )
}

async function upload<Result>(
  { file, decisions }: Chosen,
  query: string,
  signal?: AbortSignal,
): Promise<Result> {
  const body = new FormData()
  body.set(FILE_PART, file)
  body.set(DECISIONS_PART, JSON.stringify(decisions))
  const response = await requestOwn(`/api/admin/import_subscribers?${query}`, {
    body,
    signal: signal ?? null,
  })
  return response.json()
}

/** The server explains in plain errors why it refused a file. */
function refusalOf(error: Error): string {
  return error.constructor === Error ? error.message : importFailure()
}

type PreviewProps = {
  found: ImportPreview
  isBusy: boolean
  error: Error | null
  onImport: () => void
  onCancel: () => void
}

function Preview({ found, isBusy, error, onImport, onCancel }: PreviewProps) {
  const [hasConsent, setHasConsent] = useState(false)
  const [isReminded, setIsReminded] = useState(false)
  const { added, columns, sample } = found
  return (
    <div className="flex flex-col gap-4 text-14">
      <p>{phrase('Nothing has been imported yet. Existing subscribers do not change.')}</p>
      <Counts report={found} addedText={phrase('{count} will be added', { count: added })} />
      {columns.length > 0 && (
        <ul aria-label={phrase('Columns')} className="flex flex-wrap gap-x-4 gap-y-1">
          {columns.map(({ heading, field }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: headings may repeat, and the list does not change
            <li key={index} className={`wrap-anywhere ${field === 'unused' ? 'text-muted' : ''}`}>
              {heading}: {fieldText()[field]}
            </li>
          ))}
        </ul>
      )}
      {sample.length > 0 && (
        <ul aria-label={phrase('First subscribers')} className="border-s-3 border-rule ps-3">
          {sample.map(({ email, fullName, isActive, subscribedAt }) => (
            <li key={email} className="wrap-anywhere">
              {[email, fullName, isActive ? phrase('active') : phrase('inactive'), subscribedAt?.slice(0, 10)]
                .filter(Boolean)
                .join(', ')}
            </li>
          ))}
        </ul>
      )}
      <SkippedLines report={found} />
      <div className="sticky -bottom-4 -mx-4 -mb-4 flex flex-col gap-3 border-t border-rule bg-paper p-4">
        {added > 0 && (
          <div>
            <label className="flex items-start gap-2">
              <input
                type="checkbox"
                checked={hasConsent}
                aria-describedby={isReminded ? 'import-consent' : undefined}
                onChange={({ currentTarget }) => setHasConsent(currentTarget.checked)}
                className="mt-0.5 size-4 shrink-0"
              />
              {phrase('These people have agreed to receive this newsletter.')}
            </label>
            {isReminded && !hasConsent && (
              <p id="import-consent" role="alert" className="pt-1 font-semibold text-danger">
                {phrase('Confirm that the subscribers agreed.')}
              </p>
            )}
          </div>
        )}
        <ChangeError error={error} text={importFailure()} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onCancel}>{added > 0 ? phrase('Cancel') : phrase('Close')}</Button>
          {added > 0 && (
            <Button
              variant="primary"
              isBusy={isBusy}
              busyText={phrase('Importing…')}
              onClick={() => (hasConsent ? onImport() : setIsReminded(true))}
            >
              {plural(added, 'Import {count} subscriber', 'Import {count} subscribers')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

/** @param addedText such as "3 added" */
function Counts({ report, addedText }: { report: ImportReport; addedText: string }) {
  const { inactive, datesLeftOut, skipped } = report
  const added = <strong key="added">{addedText}</strong>
  return (
    <p>
      {inactive > 0
        ? phraseParts('{added} ({inactive} as inactive), {skipped} skipped.', { added, inactive, skipped })
        : phraseParts('{added}, {skipped} skipped.', { added, skipped })}{' '}
      {datesLeftOut > 0 &&
        plural(
          datesLeftOut,
          '{count} date could not be read; the date of the import is used instead.',
          '{count} dates could not be read; the date of the import is used instead.',
        )}
    </p>
  )
}

function SkippedLines({ report: { skipped, reasons, lines } }: { report: ImportReport }) {
  return (
    <>
      {skipped > lines.length && (
        <>
          <ul aria-label={phrase('Skipped lines by reason')} className="list-disc ps-5">
            {Object.entries(reasons).map(([reason, count]) => (
              <li key={reason}>
                {formatNumber(count)}: {skipReasonText()[reason as SkipReason]}
              </li>
            ))}
          </ul>
          <p className="text-muted">{phrase('First skipped lines:')}</p>
        </>
      )}
      {lines.length > 0 && (
        <ul aria-label={phrase('Skipped lines')} className="flex flex-col gap-1">
          {lines.map(({ line, email, reason }) => (
            <li key={line} className="wrap-anywhere">
              {phrase('Line {line}: {reason}', {
                line,
                reason: [email, skipReasonText()[reason]].filter(Boolean).join(', '),
              })}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
