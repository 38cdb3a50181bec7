import { useQueryClient } from '@tanstack/react-query'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { GENERAL_CATEGORY } from '#kernel/category.ts'
import { failureText } from '#kernel/failure-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { MAX_URL_LENGTH } from '#kernel/web-address.ts'
import { Button } from '#ui/admin/Button.tsx'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { ChangeError } from '#ui/admin/forms/FormNotices.tsx'
import { RestoredNotice } from '#ui/admin/forms/RestoredNotice.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { recovery } from '#ui/admin/forms/useFormDrafts.ts'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showToast } from '#ui/toast.ts'
import { feedFormSchema, suggestCategory } from '../../model/feed-form.ts'
import { addNewFeed, feedAddFailure, feedTestFailure, testAddress } from '../feeds.functions.ts'
import { FeedFieldInputs } from './FeedFieldInputs.tsx'
import { FeedTestResult } from './FeedTestResult.tsx'

type Props = { onAdded: (feed: { id: string; name: string }) => void; onClose: () => void }

export function AddFeedDialog({ onAdded, onClose }: Props) {
  const queryClient = useQueryClient()
  const { unsent, ...form } = useUnsentForm(feedFormSchema, {
    name: 'new-feed',
    defaultValues: {
      url: '',
      title: '',
      publisher: '',
      category: GENERAL_CATEGORY,
      fullText: false,
      newArticles: 'publish',
    },
  })

  const test = useCancellableMutation({
    mutationFn: testAddress,
    onSuccess(result) {
      if (result.kind !== 'feed') return
      form.setValue('url', result.address)
      form.setValue('title', result.title)
      form.setValue('category', suggestCategory(result.title, result.address))
    },
  })
  const adding = useCancellableMutation({
    mutationFn: addNewFeed,
    onSuccess(outcome) {
      if (outcome.kind === 'rejected') return form.showErrors({ url: `${outcome.reason}.` })
      if (outcome.kind === 'known')
        return form.showErrors({
          url: phrase('This feed has already been added: {name}.', { name: outcome.name }),
        })
      void queryClient.invalidateQueries({ queryKey: ['admin', 'feeds'] })
      void showToast({ title: phrase('Feed added'), text: outcome.name })
      unsent.end()
      onAdded(outcome)
      onClose()
    },
  })

  function close() {
    adding.cancel()
    onClose()
  }
  function dismiss() {
    unsent.end()
    close()
  }
  function runTest(address: string) {
    form.setValue('url', address)
    form.clearErrors('url')
    test.mutate(address)
  }
  const onTest = form.handleSubmit(({ url }) => {
    if (!test.isPending) runTest(addScheme(url))
  })
  const onAdd = form.handleSubmit((feed) => {
    if (!adding.isPending) adding.mutate(feed)
  })

  const result = test.isPending ? undefined : test.data
  const canAdd = result && result.kind !== 'page'
  return (
    <Dialog title={phrase('Add feed')} isOpen onClose={close} isWide>
      <UnsavedChangesGuard isChanged={form.formState.isDirty} recovery={recovery()} />
      <div className="flex flex-col gap-4">
        <RestoredNotice unsent={unsent} />
        <form noValidate onSubmit={onTest} className="flex flex-col items-start gap-3">
          <div className="w-full">
            <TextField
              label={phrase('Address')}
              help={phrase(
                'The address of a feed (RSS, Atom or JSON Feed), or of a website that links to its feeds.',
              )}
              type="url"
              required
              placeholder="https://"
              autoComplete="off"
              maxLength={MAX_URL_LENGTH}
              {...form.field('url', { onChange: test.cancel })}
            />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              variant={result ? 'plain' : 'primary'}
              isBusy={test.isPending}
              busyText={phrase('Testing…')}
            >
              {phrase('Test Feed')}
            </Button>
            {!canAdd && <Button onClick={dismiss}>{phrase('Cancel')}</Button>}
          </div>
        </form>
        <div role="status">
          {test.isPending && phrase('Testing the feed. Nothing is saved yet.')}
          {test.error && <p className="text-danger">{failureText(test.error, feedTestFailure())}</p>}
          {result && <FeedTestResult result={result} onTest={runTest} />}
        </div>
        {canAdd && (
          <form noValidate onSubmit={onAdd} className="flex flex-col gap-4 border-t border-rule pt-4">
            <FeedFieldInputs
              field={form.field}
              detectedPublisher={result.kind === 'feed' ? result.publisher : null}
            />
            <ChangeError error={adding.error} text={feedAddFailure()} />
            <div className="flex flex-wrap justify-end gap-2">
              <Button onClick={dismiss}>{phrase('Cancel')}</Button>
              <Button
                type="submit"
                variant={result.kind === 'feed' ? 'primary' : 'plain'}
                isBusy={adding.isPending}
                busyText={phrase('Adding…')}
              >
                {result.kind === 'feed' ? phrase('Add Feed') : phrase('Add Anyway')}
              </Button>
            </div>
          </form>
        )}
      </div>
    </Dialog>
  )
}

function addScheme(text: string): string {
  const address = text.trim()
  return /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`
}
