import { useState } from 'react'
import { CORRECTION_KINDS, CORRECTION_LABELS, UPDATE_KINDS } from '#kernel/newsroom-states.ts'
import { FormDialog } from '#ui/office/FormDialog.tsx'
import { Select } from '#ui/office/Select.tsx'
import { TextArea } from '#ui/office/TextArea.tsx'
import type { UpdateKind } from '../rules/draft-status.ts'
import { UPDATE_LABELS } from '../rules/publish-labels.ts'
import type { Correction } from '../server/publish-draft.server.ts'

export type UpdateChoice = { updateKind: UpdateKind; correction?: Correction }

type Props = {
  isBusy: boolean
  onPublish: (choice: UpdateChoice) => void
  onClose: () => void
}

/** Asks what kind of change of a published article this is (newsroom §2, Unpublished changes). */
export function PublishDialog({ onPublish, ...dialog }: Props) {
  const [updateKind, setUpdateKind] = useState<UpdateKind>('minor')
  const [correction, setCorrection] = useState<Correction>({ kind: 'correction', text: '' })
  const [isMissing, setIsMissing] = useState(false)

  function submit() {
    if (updateKind !== 'correction') return onPublish({ updateKind })
    if (correction.text.trim() === '') return setIsMissing(true)
    onPublish({ updateKind, correction })
  }

  return (
    <FormDialog {...dialog} title="Update this article" submitLabel="Publish Changes" onSubmit={submit}>
      <fieldset className="flex flex-col gap-2">
        <legend className="pb-2 text-13 font-semibold">What kind of change is it?</legend>
        {UPDATE_KINDS.map((kind) => (
          <label key={kind} className="flex cursor-pointer gap-2 text-14">
            <input
              type="radio"
              name="update-kind"
              data-autofocus={kind === 'minor' || undefined}
              checked={updateKind === kind}
              onChange={() => setUpdateKind(kind)}
              aria-describedby={`update-kind-${kind}`}
              className="mt-1"
            />
            <span>
              <span className="font-semibold">{UPDATE_LABELS[kind].label}</span>
              <span id={`update-kind-${kind}`} className="block text-13 text-muted">
                {UPDATE_LABELS[kind].help}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {updateKind === 'correction' && (
        <>
          <Select
            label="Kind of note"
            value={correction.kind}
            onChange={({ target }) =>
              setCorrection({ ...correction, kind: target.value as Correction['kind'] })
            }
          >
            {CORRECTION_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {CORRECTION_LABELS[kind]}
              </option>
            ))}
          </Select>
          <TextArea
            required
            label="Text of the note"
            rows={4}
            maxLength={5_000}
            help="Public. Say what was wrong and what is right. A retraction appears above the text."
            error={isMissing && correction.text.trim() === '' ? 'Describe the correction' : undefined}
            value={correction.text}
            onChange={({ target }) => setCorrection({ ...correction, text: target.value })}
          />
        </>
      )}
    </FormDialog>
  )
}
