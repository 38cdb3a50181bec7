import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LoadState } from '#ui/office/LoadState.tsx'
import { Switch } from '#ui/office/Switch.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { newsroomSettingsQuery, postSecondPersonRequired } from '../newsroom.functions.ts'

const LABEL = 'Two people for each publication'

/** Saved immediately (newsroom §2, Review). */
export function SecondPersonSetting() {
  const queryClient = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (isRequired: boolean) => postSecondPersonRequired({ data: { isRequired } }),
    async onSuccess() {
      await queryClient.invalidateQueries(newsroomSettingsQuery)
      await queryClient.invalidateQueries({ queryKey: ['admin', 'articles'] })
      void showToast({ title: 'Setting Updated', text: `${LABEL} has been updated successfully` })
    },
    onError: (error) => showFailure(error, 'Failed to update setting'),
  })
  return (
    <section
      aria-labelledby="newsroom-settings"
      className="sheet mt-5 flex max-w-2xl flex-col gap-4 p-4 md:p-5"
    >
      <h2 id="newsroom-settings" className="text-16 font-semibold">
        Newsroom
      </h2>
      <LoadState query={useQuery(newsroomSettingsQuery)} failure="Failed to fetch settings">
        {({ requiresSecondPerson }) => (
          <Switch
            label={LABEL}
            help="An article is published only after a person who did not write it has approved it. Saved immediately."
            checked={isPending ? variables : requiresSecondPerson}
            onChange={({ target }) => isPending || mutate(target.checked)}
          />
        )}
      </LoadState>
    </section>
  )
}
