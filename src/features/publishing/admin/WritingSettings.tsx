import { useQuery } from '@tanstack/react-query'
import { useAdmittedAccount, useCapability } from '#features/access/admin/useCapability.ts'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { RestoredNotice } from '#ui/admin/forms/RestoredNotice.tsx'
import { Switch } from '#ui/admin/forms/Switch.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { recovery } from '#ui/admin/forms/useFormDrafts.ts'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { showToast } from '#ui/toast.ts'
import { bylineForm, bylineOf, type WritingPreferences } from '../rules/writing-preferences.ts'
import { writingPreferencesQuery } from '../writing-preferences.functions.ts'
import { useWritingPreferences } from './useWritingPreferences.ts'

/** Settings of one person. */
export function WritingSettings() {
  return (
    <section aria-labelledby="writing-settings" className="sheet flex max-w-2xl flex-col gap-5 p-4 md:p-5">
      <h2 id="writing-settings" className="text-16 font-semibold">
        {phrase('Your articles')}
      </h2>
      <LoadState query={useQuery(writingPreferencesQuery)} failure={phrase('Failed to fetch preferences')}>
        {(preferences) => <Preferences preferences={preferences} />}
      </LoadState>
    </section>
  )
}

function Preferences({ preferences }: { preferences: WritingPreferences }) {
  const canPublish = useCapability()('article.publish')
  const { change } = useWritingPreferences()
  return (
    <>
      <BylineForm preferences={preferences} />
      {canPublish && (
        <Switch
          label={phrase('Ask before publishing')}
          help={phrase('Asks before an article is published that readers do not see yet. Saved immediately.')}
          checked={preferences.asksBeforePublishing}
          onChange={({ target }) => change({ asksBeforePublishing: target.checked })}
        />
      )}
    </>
  )
}

function BylineForm({ preferences }: { preferences: WritingPreferences }) {
  const { fullName = '' } = useAdmittedAccount() ?? {}
  const { change } = useWritingPreferences()
  const stored = { byline: bylineOf({ fullName }, preferences) }
  const { unsent, ...form } = useUnsentForm(bylineForm, {
    name: 'byline',
    defaultValues: stored,
    values: stored,
  })

  const submit = form.handleSubmit((typed) => {
    const { byline } = bylineForm.parse(typed)
    change(
      // A later name then applies too.
      { byline: byline === fullName ? null : byline },
      { onSuccess: () => void showToast({ title: phrase('Byline saved') }) },
    )
  })

  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <UnsavedChangesGuard isChanged={form.formState.isDirty} recovery={recovery()} />
      <div className="flex min-w-52 flex-1 flex-col gap-3">
        <RestoredNotice unsent={unsent} />
        <TextField
          label={phrase('Byline of your new articles')}
          help={phrase('Filled in when you create an article. Leave it empty to start without a byline.')}
          maxLength={200}
          {...form.field('byline')}
        />
      </div>
      <Button type="submit" disabled={!form.formState.isDirty}>
        {phrase('Save Byline')}
      </Button>
    </form>
  )
}
