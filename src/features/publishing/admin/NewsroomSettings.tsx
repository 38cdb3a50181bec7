import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { phrase } from '#kernel/text/phrase.ts'
import { Select } from '#ui/admin/forms/Select.tsx'
import { Switch } from '#ui/admin/forms/Switch.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import {
  newsroomSettingsQuery,
  setCheckLevelsFn,
  setLivePostsWaitFn,
  setSecondPersonRequiredFn,
  setSmartPunctuationFn,
} from '../publishing.functions.ts'
import {
  CHECK_LEVELS,
  type CheckLevel,
  type CheckLevels,
  checkLabels,
  levelsOf,
  PUBLISH_CHECKS,
} from '../rules/publish-check.ts'

/** Saved immediately (newsroom §2, Review, and §4). */
export function NewsroomSettings() {
  return (
    <section
      aria-labelledby="newsroom-settings"
      className="sheet mt-5 flex max-w-2xl flex-col gap-4 p-4 md:p-5"
    >
      <h2 id="newsroom-settings" className="text-16 font-semibold">
        {phrase('Newsroom')}
      </h2>
      <LoadState query={useQuery(newsroomSettingsQuery)} failure={phrase('Failed to fetch settings')}>
        {({ requiresSecondPerson, hasSmartPunctuation, doLivePostsWait }) => (
          <>
            <SettingSwitch
              label={phrase('Two people for each publication')}
              help={phrase(
                'An article is published only after a person who did not write it has approved it. Saved immediately.',
              )}
              value={requiresSecondPerson}
              save={(isRequired) => setSecondPersonRequiredFn({ data: { isRequired } })}
            />
            <SettingSwitch
              label={phrase('Smart quotes')}
              help={phrase(
                'Straight quotation marks, three full stops and two hyphens become “ ”, ‘ ’, … and – while typing, or the quotation marks of the article’s language, such as „ “ and « ». Undo restores the typed characters. Saved immediately.',
              )}
              value={hasSmartPunctuation}
              save={(isOn) => setSmartPunctuationFn({ data: { isOn } })}
            />
            <SettingSwitch
              label={phrase('Live posts wait for an editor')}
              help={phrase(
                'Live posts of contributors, and of authors on articles of others, are published once an editor or an author of the article has approved them. Saved immediately.',
              )}
              value={doLivePostsWait}
              save={(isOn) => setLivePostsWaitFn({ data: { isOn } })}
            />
          </>
        )}
      </LoadState>
    </section>
  )
}

type Props = { label: string; help: string; value: boolean; save: (value: boolean) => Promise<unknown> }

function SettingSwitch({ label, help, value, save }: Props) {
  const queryClient = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: save,
    async onSuccess() {
      await queryClient.invalidateQueries(newsroomSettingsQuery)
      await queryClient.invalidateQueries({ queryKey: ['admin', 'articles'] })
      void showToast({
        title: phrase('Setting Updated'),
        text: phrase('{label} has been updated successfully', { label }),
      })
    },
    onError: (error) => showFailure(error, phrase('Failed to update setting')),
  })
  return (
    <Switch
      label={label}
      help={help}
      checked={isPending ? variables : value}
      onChange={({ target }) => isPending || mutate(target.checked)}
    />
  )
}

const levelLabels = (): Record<CheckLevel, string> => ({
  must: phrase('Required'),
  should: phrase('Recommended'),
  off: phrase('Off'),
})

/** Saved immediately (newsroom §2, Publish check). */
export function PublishCheckSettings() {
  const queryClient = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (change: Partial<CheckLevels>) => setCheckLevelsFn({ data: change }),
    async onSuccess() {
      await queryClient.invalidateQueries(newsroomSettingsQuery)
      void showToast({
        title: phrase('Setting Updated'),
        text: phrase('The publish check has been updated successfully'),
      })
    },
    onError: (error) => showFailure(error, phrase('Failed to update setting')),
  })
  return (
    <section aria-labelledby="publish-check" className="sheet mt-5 flex max-w-2xl flex-col gap-4 p-4 md:p-5">
      <h2 id="publish-check" className="text-16 font-semibold">
        {phrase('Publish check')}
      </h2>
      <p className="text-13 text-muted">
        {phrase(
          'An article that fails a required check is neither published nor scheduled. Recommended checks are shown in the editor. A headline and a category are always required. Saved immediately.',
        )}
      </p>
      <LoadState query={useQuery(newsroomSettingsQuery)} failure={phrase('Failed to fetch settings')}>
        {({ checkLevels }) => (
          <div className="grid gap-4 sm:grid-cols-2">
            {PUBLISH_CHECKS.map((check) => (
              <Select
                key={check}
                label={checkLabels()[check]}
                value={(isPending && variables[check]) || checkLevels[check]}
                onChange={({ target }) => {
                  const level = CHECK_LEVELS.find((level) => level === target.value)
                  if (level && !isPending) mutate({ [check]: level })
                }}
              >
                {levelsOf(check).map((level) => (
                  <option key={level} value={level}>
                    {levelLabels()[level]}
                  </option>
                ))}
              </Select>
            ))}
          </div>
        )}
      </LoadState>
    </section>
  )
}
