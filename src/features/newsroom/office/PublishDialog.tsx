import { type ReactNode, useState } from 'react'
import { CORRECTION_KINDS, CORRECTION_LABELS, UPDATE_KINDS } from '#kernel/newsroom-states.ts'
import { FormDialog } from '#ui/office/FormDialog.tsx'
import { Select } from '#ui/office/Select.tsx'
import { TextArea } from '#ui/office/TextArea.tsx'
import type { UpdateKind } from '../rules/draft-status.ts'
import { UPDATE_LABELS } from '../rules/publish-labels.ts'
import type { Draft } from '../server/find-draft.server.ts'
import type { Correction } from '../server/publish-draft.server.ts'
import { DateTimeDialog } from './DateTimeDialog.tsx'

const HOUR_MS = 3_600_000

export type UpdateChoice = { updateKind: UpdateKind; correction?: Correction | undefined }

type DialogProps = { isBusy: boolean; problem: string | undefined; onClose: () => void }

type Props = DialogProps & { onPublish: (choice: UpdateChoice) => void }

/** Asks what kind of change of a published article this is (newsroom §2, Unpublished changes). */
export function PublishDialog({ onPublish, ...dialog }: Props) {
  const update = useUpdateChoice({ updateKind: 'minor' })

  function submit() {
    const choice = update.read()
    if (choice) onPublish(choice)
  }

  return (
    <FormDialog {...dialog} title="Update this article" submitLabel="Publish Changes" onSubmit={submit}>
      {update.fields}
    </FormDialog>
  )
}

type ScheduleProps = DialogProps & {
  /** Replaced by this one. */
  scheduled: Draft['scheduled'] | undefined
  /** The article is published. */
  isUpdate: boolean
  onSchedule: (plannedAt: Date, choice: UpdateChoice) => void
}

export function ScheduleDialog({ scheduled, isUpdate, onSchedule, ...dialog }: ScheduleProps) {
  const update = useUpdateChoice({
    updateKind: scheduled?.updateKind ?? 'update',
    correction: scheduled?.correction ?? undefined,
  })
  return (
    <DateTimeDialog
      {...dialog}
      title="Schedule publication"
      label="Publish at"
      initial={scheduled?.plannedAt ?? nextHour()}
      submitLabel="Schedule"
      help="The text as it is now is published; later changes are not part of it."
      onSubmit={(plannedAt) => {
        const choice = update.read()
        if (choice) onSchedule(plannedAt, choice)
      }}
    >
      {isUpdate && update.fields}
    </DateTimeDialog>
  )
}

/** `read` returns undefined, and the fields show an error, if the text of a correction is missing. */
function useUpdateChoice(initial: UpdateChoice): { fields: ReactNode; read: () => UpdateChoice | undefined } {
  const [updateKind, setUpdateKind] = useState(initial.updateKind)
  const [correction, setCorrection] = useState(
    initial.correction ?? { kind: 'correction' as const, text: '' },
  )
  const [isMissing, setIsMissing] = useState(false)

  function read(): UpdateChoice | undefined {
    if (updateKind !== 'correction') return { updateKind }
    setIsMissing(correction.text.trim() === '')
    return correction.text.trim() === '' ? undefined : { updateKind, correction }
  }

  const fields = (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="pb-2 text-13 font-semibold">What kind of change is it?</legend>
        {UPDATE_KINDS.map((kind) => (
          <label key={kind} className="flex cursor-pointer gap-2 text-14">
            <input
              type="radio"
              name="update-kind"
              data-autofocus={kind === initial.updateKind || undefined}
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
    </>
  )
  return { fields, read }
}

function nextHour(): string {
  return new Date((Math.floor(Date.now() / HOUR_MS) + 1) * HOUR_MS).toISOString()
}
