import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { HOUR_MS } from '#kernel/time/durations.ts'
import { toLocalInput, zoneLabel } from '#kernel/time/zoned-time.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ByName } from '#ui/admin/ByName.tsx'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { ChangeError } from '#ui/admin/forms/FormNotices.tsx'
import { RestoredNotice } from '#ui/admin/forms/RestoredNotice.tsx'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { ZonedTimeField } from '#ui/admin/forms/ZonedTimeField.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import {
  breakingBarFailure,
  breakingBarQuery,
  endBreakingBarFn,
  frontFailure,
  showBreakingBarFn,
} from '../front.functions.ts'
import {
  type BreakingBar,
  type BreakingBarFields,
  breakingBarFields,
  DEFAULT_BAR_HOURS,
  MAX_BAR_CHARACTERS,
} from '../rules/breaking-bar.ts'

/** News for the ticker that has no article yet. */
export function BreakingBarDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(breakingBarQuery)
  return (
    <Dialog title={phrase('Breaking bar')} isOpen onClose={onClose}>
      <LoadState query={query} failure={frontFailure()}>
        {(bar) => (
          <div className="flex flex-col gap-5">
            {bar ? (
              <ShownBar bar={bar} />
            ) : (
              <p className="text-14 text-muted">
                {phrase(
                  'Announce news that has no article yet. Readers see it at once on every page, before the breaking articles.',
                )}
              </p>
            )}
            <BarForm key={bar ? `${bar.text} ${bar.link} ${bar.endsAt}` : 'none'} bar={bar} />
          </div>
        )}
      </LoadState>
    </Dialog>
  )
}

function ShownBar({ bar: { text, link, endsAt, by } }: { bar: BreakingBar & { by: string | null } }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useCancellableMutation({
    mutationFn: (_: undefined, signal) => endBreakingBarFn({ signal }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: breakingBarQuery.queryKey })
      return showToast({ title: phrase('Breaking bar ended') })
    },
    onError: (error) => showFailure(error, breakingBarFailure()),
  })
  return (
    <div className="flex flex-col gap-2 border-s-4 border-brand bg-wash p-3">
      <p className="text-13 font-semibold text-accent">{phrase('Shown now')}</p>
      <p className="font-serif text-18 font-semibold wrap-anywhere">
        <bdi>{text}</bdi>
      </p>
      {link && <p className="text-13 wrap-anywhere text-muted">{link}</p>}
      <p className="text-13 text-muted">
        {phraseParts('Ends {time} ({zone})', {
          time: <Moment key="time" at={endsAt} isPhrase />,
          zone: zoneLabel(),
        })}
        <ByName name={by} />
      </p>
      <Button
        isBusy={isPending}
        busyText={phrase('Ending…')}
        className="self-start"
        onClick={() => mutate(undefined)}
      >
        {phrase('End Now')}
      </Button>
    </div>
  )
}

function BarForm({ bar }: { bar: BreakingBar | null }) {
  const queryClient = useQueryClient()
  const { unsent, ...form } = useUnsentForm(
    breakingBarFields(() => new Date()),
    {
      name: 'breaking-bar',
      defaultValues: {
        text: bar?.text ?? '',
        link: bar?.link ?? '',
        at: toLocalInput(bar?.endsAt ?? new Date(Date.now() + DEFAULT_BAR_HOURS * HOUR_MS).toISOString()),
      },
    },
  )
  const { mutate, isPending, error } = useCancellableMutation({
    mutationFn: (typed: BreakingBarFields, signal) => {
      const { text, link, at } = breakingBarFields(() => new Date()).parse(typed)
      return showBreakingBarFn({ data: { text, link: link ?? '', until: at.toISOString() }, signal })
    },
    async onSuccess(outcome) {
      if (outcome.kind === 'refused') return form.showErrors({ at: outcome.reason })
      unsent.end()
      await queryClient.invalidateQueries({ queryKey: breakingBarQuery.queryKey })
      return showToast({ title: phrase('Breaking bar shown') })
    },
  })
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((typed) => isPending || mutate(typed))}
      className="flex flex-col gap-4"
    >
      <RestoredNotice unsent={unsent} />
      <TextArea
        label={phrase('Text')}
        required
        rows={2}
        dir="auto"
        maxLength={MAX_BAR_CHARACTERS}
        {...form.field('text')}
      />
      <TextField
        label={phrase('Link')}
        inputMode="url"
        dir="ltr"
        help={phrase('Optional. A path such as /sport, or a web address.')}
        {...form.field('link')}
      />
      <ZonedTimeField label={phrase('Show until')} current={form.watch('at')} {...form.field('at')} />
      <ChangeError error={error} text={breakingBarFailure()} />
      <Button
        type="submit"
        variant="primary"
        isBusy={isPending}
        busyText={phrase('Saving...')}
        className="self-start"
      >
        {bar ? phrase('Update Breaking Bar') : phrase('Show Breaking Bar')}
      </Button>
    </form>
  )
}
