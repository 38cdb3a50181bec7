import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/office/Button.tsx'
import { Dialog } from '#ui/office/Dialog.tsx'
import { Field } from '#ui/office/Field.tsx'
import { importOpml } from '../edit-feeds.functions.ts'
import { MAX_OPML_LENGTH, OPML_TOO_LARGE } from '../rules/feed-limits.ts'
import { ImportReportView } from './ImportReportView.tsx'

/** Adds the feeds of an OPML file, and tells what became of each. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending, data } = useMutation({
    mutationFn: async (chosen: File) => importOpml(await chosen.text()),
    onSuccess(report) {
      if (report.kind === 'invalid') setProblem(report.reason)
      else void queryClient.invalidateQueries({ queryKey: ['admin', 'feeds'] })
    },
    onError: ({ message }) => setProblem(message),
  })

  function onImport() {
    if (!file) setProblem('Please choose an OPML file.')
    else if (file.size > MAX_OPML_LENGTH) setProblem(OPML_TOO_LARGE)
    else mutate(file)
  }

  return (
    <Dialog title="Import OPML" isOpen onClose={onClose} isWide>
      {data?.kind === 'imported' ? (
        <ImportReportView report={data} onClose={onClose} />
      ) : (
        <div className="flex flex-col gap-4">
          <Field
            label="OPML file"
            help="As other feed readers export it, up to 1 MB. Folders that are named like a category of the paper sort its feeds; the others go to News."
            error={problem}
          >
            {(control) => (
              <input
                {...control}
                type="file"
                accept=".opml,.xml,text/xml,text/x-opml,application/xml"
                onChange={({ target }) => {
                  setFile(target.files?.[0])
                  setProblem(undefined)
                }}
                className="office-input"
              />
            )}
          </Field>
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" isBusy={isPending} busyText="Importing..." onClick={onImport}>
              Import
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
