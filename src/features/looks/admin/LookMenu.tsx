import { Download, RotateCcw, Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { FileInput } from '#ui/admin/forms/FileInput.tsx'
import { RowMenu, RowMenuItem } from '#ui/admin/RowMenu.tsx'
import { useDownload } from '#ui/admin/useDownload.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { exportLookFn, importLookFn, lookFileFailure } from '../looks.functions.ts'
import { lookFileTooLarge, MAX_LOOK_FILE_BYTES } from '../rules/look-file.ts'
import type { PublishedLook } from '../server/looks.server.ts'
import type { LookDraft } from './useLookDraft.ts'

/** `published` is the look that an undo replaces. */
type Props = { published: PublishedLook | undefined; draft: LookDraft; isValid: boolean }

export function LookMenu({ published, draft, isValid }: Props) {
  const [open, setOpen] = useState<'discard' | 'undo'>()
  const close = () => setOpen(undefined)
  const file = useRef<HTMLInputElement>(null)
  const download = useDownload({
    load: async () =>
      new Blob([await exportLookFn({ data: { look: draft.look } })], { type: 'application/json' }),
    fileName: 'look.json',
    failure: lookFileFailure(),
  })
  return (
    <>
      <FileInput
        ref={file}
        label={phrase('Import a look from its file')}
        accept="application/json,.json"
        onChoose={(chosen) => void importFile(chosen, draft)}
      />
      <RowMenu label={phrase('More actions')}>
        <RowMenuItem
          Icon={Download}
          label={phrase('Export as a file')}
          isDisabled={!isValid}
          onSelect={download.start}
        />
        <RowMenuItem
          Icon={Upload}
          label={phrase('Import from a file…')}
          onSelect={() => file.current?.click()}
        />
        <RowMenuItem
          Icon={RotateCcw}
          label={phrase('Undo the last publication…')}
          isDisabled={!published}
          onSelect={() => setOpen('undo')}
        />
        <RowMenuItem
          Icon={Trash2}
          label={phrase('Discard changes…')}
          isDangerous
          isDisabled={!draft.isChanged}
          onSelect={() => setOpen('discard')}
        />
      </RowMenu>
      <ConfirmDialog
        title={phrase('Discard the unpublished changes?')}
        text={phrase('The draft becomes the look that readers see.')}
        confirmLabel={phrase('Discard')}
        isDangerous
        isOpen={open === 'discard'}
        isBusy={draft.isBusy}
        onConfirm={() => void draft.discard().then(close)}
        onCancel={close}
      />
      <ConfirmDialog
        title={phrase('Undo the last publication?')}
        text={phrase('Readers see the previous look again at once. An unpublished draft stays as it is.')}
        confirmLabel={phrase('Undo Publication')}
        isOpen={open === 'undo'}
        isBusy={draft.isBusy}
        onConfirm={() => published && void draft.undo(published.id).then(close)}
        onCancel={close}
      />
    </>
  )
}

async function importFile(file: File, draft: LookDraft): Promise<void> {
  try {
    const outcome =
      file.size > MAX_LOOK_FILE_BYTES
        ? { kind: 'rejected' as const, reason: lookFileTooLarge() }
        : await importLookFn({ data: { text: await file.text() } })
    if (outcome.kind === 'rejected')
      return await showToast({ title: lookFileFailure(), text: outcome.reason, isError: true })
    draft.change(outcome.look)
    await showToast({
      title: phrase('Look imported'),
      text: phrase('It is the draft now. Publish it to show it to readers.'),
    })
  } catch (error) {
    showFailure(error, lookFileFailure())
  }
}
