import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { HOUR_MS } from '#kernel/time/durations.ts'
import { toLocalInput } from '#kernel/time/zoned-time.ts'
import { Button } from '#ui/admin/Button.tsx'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { ZonedTimeField } from '#ui/admin/forms/ZonedTimeField.tsx'
import type { FrontChange } from '../rules/front.ts'
import { pinForm, pinnedUntil } from '../rules/pin-form.ts'
import type { ShownPlace } from '../rules/place-moves.ts'

type Props = {
  place: ShownPlace
  onChange: (change: FrontChange, announcement: string) => void
  onClose: () => void
}

const HOURS = [1, 3, 12]

/** Asks until when an article keeps its place. */
export function PinDialog({ place, onChange, onClose }: Props) {
  const { ref, key, name, article, pin } = place
  const articleId = pin?.articleId ?? article?.id
  const { unsent, ...form } = useUnsentForm(
    pinForm(() => new Date()),
    {
      name: `pin:${key}:${articleId}`,
      defaultValues: {
        end: pin && !pin.pinnedUntil ? 'none' : 'time',
        at: toLocalInput(pin?.pinnedUntil ?? inHours(3)),
      },
    },
  )
  const end = form.watch('end')
  if (!articleId) return null

  const submit = form.handleSubmit((typed) => {
    const until = pinnedUntil(typed)
    onChange(
      { kind: pin ? 'pinUntil' : 'pin', place: ref, articleId, until },
      until
        ? phrase('{name} is pinned until the chosen time', { name })
        : phrase('{name} is pinned without an end', { name }),
    )
    unsent.end()
    onClose()
  })
  return (
    <FormDialog
      title={phrase('Pin at {name}', { name })}
      unsent={unsent}
      isChanged={form.formState.isDirty}
      isBusy={false}
      submitLabel={phrase('Pin')}
      onSubmit={submit}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-2 text-14">
        <legend className="pb-2 text-13 font-semibold">{phrase('How long?')}</legend>
        <label className="flex cursor-pointer items-center gap-2">
          <input type="radio" value="time" {...form.register('end')} />
          {phrase('Until a time')}
        </label>
        <label className="flex cursor-pointer items-center gap-2">
          <input type="radio" value="none" {...form.register('end')} />
          {phrase('Until somebody makes the place automatic')}
        </label>
      </fieldset>
      {end === 'time' && (
        <>
          <ZonedTimeField
            label={phrase('Pinned until')}
            current={form.watch('at')}
            help={phrase('Then the place is filled automatically.')}
            {...form.field('at')}
          />
          <div className="flex flex-wrap gap-2">
            {HOURS.map((hours) => (
              <Button
                key={hours}
                onClick={() => form.setValue('at', toLocalInput(inHours(hours)), { shouldDirty: true })}
              >
                {plural(hours, '{count} hour', '{count} hours')}
              </Button>
            ))}
          </div>
        </>
      )}
    </FormDialog>
  )
}

function inHours(hours: number): string {
  return new Date(Date.now() + hours * HOUR_MS).toISOString()
}
