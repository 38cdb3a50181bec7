import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '#ui/office/Button.tsx'
import { Dialog } from '#ui/office/Dialog.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import { UnsavedChangesGuard } from '#ui/office/UnsavedChangesGuard.tsx'
import { useZodForm } from '#ui/office/useZodForm.ts'
import { showToast } from '#ui/toast.ts'
import { addNewFeed, tryAddress } from '../edit-feeds.functions.ts'
import { feedFormSchema } from '../rules/feed-form.ts'
import { suggestCategory } from '../rules/suggest-category.ts'
import { FeedFieldInputs } from './FeedFieldInputs.tsx'
import { TrialOutcome } from './TrialOutcome.tsx'

type Props = { onAdded: (feed: { id: string; name: string }) => void; onClose: () => void }

/** Adds a feed by its address, after a test run that shows what it would bring in. Nothing is stored before "Add Feed". */
export function AddFeedDialog({ onAdded, onClose }: Props) {
  const queryClient = useQueryClient()
  const form = useZodForm(feedFormSchema, { defaultValues: { url: '', title: '', category: 'News' } })

  const trial = useMutation({
    mutationFn: tryAddress,
    onSuccess(tried) {
      if (tried.kind !== 'feed') return
      form.setValue('url', tried.address)
      form.setValue('title', tried.title)
      form.setValue('category', suggestCategory(tried.title, tried.address))
    },
  })
  const adding = useMutation({
    mutationFn: addNewFeed,
    onSuccess(outcome) {
      if (outcome.kind === 'refused') return form.showErrors({ url: `${outcome.reason}.` })
      if (outcome.kind === 'known')
        return form.showErrors({ url: `This feed exists already: ${outcome.name}.` })
      void queryClient.invalidateQueries({ queryKey: ['admin', 'feeds'] })
      void showToast({ title: 'Feed added', text: outcome.name })
      onAdded(outcome)
      onClose()
    },
    onError: ({ message }) => void showToast({ title: 'Error', text: message, isError: true }),
  })

  function tryIt(address: string) {
    form.setValue('url', address)
    form.clearErrors('url')
    trial.mutate(address)
  }
  const onTry = form.handleSubmit(({ url }) => {
    if (!trial.isPending) tryIt(withScheme(url))
  })
  const onAdd = form.handleSubmit((feed) => {
    if (!adding.isPending) adding.mutate(feed)
  })

  const tried = trial.isPending ? undefined : trial.data
  const canAdd = tried && tried.kind !== 'page'
  return (
    <Dialog title="Add Feed" isOpen onClose={onClose} isWide>
      <UnsavedChangesGuard isChanged={form.formState.isDirty} />
      <div className="flex flex-col gap-4">
        <form noValidate onSubmit={onTry} className="flex flex-col items-start gap-3">
          <div className="w-full">
            <TextField
              label="Address"
              help="Of a feed (RSS, Atom or JSON Feed), or of a site that names its feeds."
              type="url"
              placeholder="https://"
              autoComplete="off"
              maxLength={2_048}
              {...form.field('url', { onChange: () => trial.reset() })}
            />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              variant={tried ? 'plain' : 'primary'}
              isBusy={trial.isPending}
              busyText="Trying..."
            >
              Try It
            </Button>
            {!canAdd && <Button onClick={onClose}>Cancel</Button>}
          </div>
        </form>
        <div role="status">
          {trial.isPending && 'The feed is being asked; nothing is stored.'}
          {trial.error && <p className="text-danger">{trial.error.message}</p>}
          {tried && <TrialOutcome tried={tried} onTry={tryIt} />}
        </div>
        {canAdd && (
          <form noValidate onSubmit={onAdd} className="flex flex-col gap-4 border-t border-rule pt-4">
            <FeedFieldInputs field={form.field} />
            <div className="flex flex-wrap justify-end gap-2">
              <Button onClick={onClose}>Cancel</Button>
              <Button
                type="submit"
                variant={tried.kind === 'feed' ? 'primary' : 'plain'}
                isBusy={adding.isPending}
                busyText="Adding..."
              >
                {tried.kind === 'feed' ? 'Add Feed' : 'Add Anyway'}
              </Button>
            </div>
          </form>
        )}
      </div>
    </Dialog>
  )
}

/** As people write addresses. */
function withScheme(text: string): string {
  const address = text.trim()
  return /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`
}
