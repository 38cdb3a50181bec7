import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import type { UpdateKind } from '#features/drafts/rules/draft-status.ts'
import {
  type Correction,
  scheduleForm,
  type UpdateChoice,
  type UpdateFields,
  updateForm,
} from '#features/drafts/rules/publication-forms.ts'
import { correctionLabels, updateLabels } from '#features/drafts/rules/publish-labels.ts'
import { CORRECTION_KINDS, UPDATE_KINDS } from '#kernel/newsroom-states.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { nextHour, toLocalInput } from '#kernel/time/zoned-time.ts'
import { zonedTime } from '#kernel/time/zoned-time-form.ts'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { Select } from '#ui/admin/forms/Select.tsx'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import type { ZodForm } from '#ui/admin/forms/useZodForm.ts'
import { ZonedTimeField } from '#ui/admin/forms/ZonedTimeField.tsx'
import type { Draft } from '../server/find-draft.server.ts'

type DialogProps = { articleId: string; isBusy: boolean; error: string | undefined; onClose: () => void }

type Props = DialogProps & {
  /** The correction that was approved with the text. */
  approved: Correction | null
  /** Calls `onSent` before the dialog closes. */
  onPublish: (choice: UpdateChoice, onSent: () => void) => void
}

const NO_CORRECTION: UpdateFields['correction'] = { kind: 'correction', text: '' }

/** Asks for the kind of change to a published article (newsroom §2, Unpublished changes). */
export function PublishDialog({ articleId, approved, onPublish, ...dialog }: Props) {
  const updateKind = approved ? 'correction' : 'minor'
  const { unsent, ...form } = useUnsentForm(updateForm, {
    name: `update:${articleId}`,
    defaultValues: { updateKind, correction: approved ?? NO_CORRECTION },
  })
  return (
    <FormDialog
      {...dialog}
      title={phrase('Update this article')}
      unsent={unsent}
      isChanged={form.formState.isDirty}
      submitLabel={phrase('Publish Changes')}
      onSubmit={form.handleSubmit((typed) => onPublish(updateForm.parse(typed), unsent.end))}
    >
      <UpdateKindFields field={form.field} initial={updateKind} selected={form.watch('updateKind')} />
    </FormDialog>
  )
}

type ScheduleProps = DialogProps & {
  /** The schedule that a new one replaces. */
  scheduled: Draft['scheduled'] | undefined
  isUpdate: boolean
  /** Calls `onSent` before the dialog closes. */
  onSchedule: (plannedAt: Date, choice: UpdateChoice, onSent: () => void) => void
}

export function ScheduleDialog({ articleId, scheduled, isUpdate, onSchedule, ...dialog }: ScheduleProps) {
  const updateKind = scheduled?.updateKind ?? 'update'
  const { unsent, ...form } = useUnsentForm(scheduleForm(currentTime), {
    name: `schedule:${articleId}`,
    defaultValues: {
      at: toLocalInput(scheduled?.plannedAt ?? nextHour(new Date()).toISOString()),
      updateKind,
      correction: scheduled?.correction ?? NO_CORRECTION,
    },
  })
  return (
    <FormDialog
      {...dialog}
      title={phrase('Schedule publication')}
      unsent={unsent}
      isChanged={form.formState.isDirty}
      submitLabel={phrase('Schedule')}
      onSubmit={form.handleSubmit((typed) =>
        onSchedule(zonedTime.parse(typed.at), updateForm.parse(typed), unsent.end),
      )}
    >
      <ZonedTimeField
        label={phrase('Publish at')}
        current={form.watch('at')}
        help={phrase('The text as it is now is published; later changes are not part of it.')}
        {...form.field('at')}
      />
      {isUpdate && (
        <UpdateKindFields field={form.field} initial={updateKind} selected={form.watch('updateKind')} />
      )}
    </FormDialog>
  )
}

const currentTime = () => new Date()

type UpdateKindProps = {
  field: ZodForm<UpdateFields>['field']
  initial: UpdateKind
  selected: UpdateKind
}

function UpdateKindFields({ field, initial, selected }: UpdateKindProps) {
  const { error: _, ...radio } = field('updateKind')
  return (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="pb-2 text-13 font-semibold">{phrase('What kind of change is it?')}</legend>
        {UPDATE_KINDS.map((kind) => (
          <label key={kind} className="flex cursor-pointer items-start gap-2 text-14">
            <input
              type="radio"
              value={kind}
              data-autofocus={kind === initial || undefined}
              {...radio}
              aria-describedby={`update-kind-${kind}`}
              className="mt-1"
            />
            <span>
              <span className="font-semibold">{updateLabels()[kind].label}</span>
              <span id={`update-kind-${kind}`} className="block text-13 text-muted">
                {updateLabels()[kind].help}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {selected === 'correction' && (
        <>
          <Select label={phrase('Kind of correction')} {...field('correction.kind')}>
            {CORRECTION_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {correctionLabels()[kind]}
              </option>
            ))}
          </Select>
          <TextArea
            required
            label={phrase('Text of the correction')}
            rows={4}
            maxLength={5_000}
            help={phrase(
              'Public. Say what was wrong and what is right. A retraction appears above the text.',
            )}
            {...field('correction.text')}
          />
        </>
      )}
    </>
  )
}
