import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#kernel/failure-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { Field } from '#ui/admin/forms/Field.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { isAborted } from '#ui/show-failure.ts'
import { MAX_OPML_LENGTH, opmlTooLarge } from '../../model/feed-form.ts'
import { importFailure, importOpml } from '../feeds.functions.ts'
import type { ImportReport } from '../server/import-feeds.server.ts'

/** Without useZodForm: the only field is a file, and the server gets its text, not a form. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File>()
  const [error, setError] = useState<string>()
  const { mutate, isPending, data, cancel } = useCancellableMutation({
    mutationFn: async (chosen: File, signal) => importOpml(await chosen.text(), signal),
    onSuccess(report) {
      if (report.kind === 'invalid') setError(report.reason)
      else void queryClient.invalidateQueries({ queryKey: ['admin', 'feeds'] })
    },
    onError: (error) => isAborted(error) || setError(failureText(error, importFailure())),
  })

  function onImport() {
    if (!file) setError(phrase('Choose an OPML file.'))
    else if (file.size > MAX_OPML_LENGTH) setError(opmlTooLarge())
    else mutate(file)
  }

  function close() {
    cancel()
    onClose()
  }

  return (
    <Dialog title={phrase('Import OPML')} isOpen onClose={close} isWide>
      {data?.kind === 'imported' ? (
        <ImportReportView report={data} onClose={onClose} />
      ) : (
        <div className="flex flex-col gap-4">
          <Field
            label={phrase('OPML file')}
            help={phrase(
              "An export from another feed reader, up to 1 MB. Feeds in a folder with a category's name are added to that category, all others to News.",
            )}
            error={error}
          >
            {(control) => (
              <input
                {...control}
                type="file"
                accept=".opml,.xml,text/xml,text/x-opml,application/xml"
                onChange={({ target }) => {
                  setFile(target.files?.[0])
                  setError(undefined)
                }}
                className="admin-input"
              />
            )}
          </Field>
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={close}>{phrase('Cancel')}</Button>
            <Button variant="primary" isBusy={isPending} busyText={phrase('Importing…')} onClick={onImport}>
              {phrase('Import')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

type ReportProps = { report: Extract<ImportReport, { kind: 'imported' }>; onClose: () => void }

function ImportReportView({ report: { added, known, rejected }, onClose }: ReportProps) {
  return (
    <div role="status" className="flex flex-col gap-4">
      <Entries title={phrase('Added ({count})', { count: added.length })} entries={added} />
      <Entries title={phrase('Already added ({count})', { count: known.length })} entries={known} />
      <Entries title={phrase('Skipped ({count})', { count: rejected.length })} entries={rejected} />
      <Button variant="primary" className="self-end" onClick={onClose}>
        {phrase('Done')}
      </Button>
    </div>
  )
}

type Entry = { url: string; title: string; reason?: string }

function Entries({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <section>
      <h3 className="text-14 font-semibold">{title}</h3>
      {entries.length > 0 && (
        <ul className="max-h-56 overflow-y-auto text-13">
          {entries.map(({ url, title: name, reason }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries may be equal, and none moves
            <li key={place} className="border-t border-rule py-1 wrap-anywhere">
              <bdi className="font-semibold">{name || url}</bdi>
              {name && <span className="text-muted"> {url}</span>}
              {reason && <span className="block text-danger">{reason}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
