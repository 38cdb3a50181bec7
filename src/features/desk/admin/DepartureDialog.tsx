import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isConfirmIdentityError } from '#features/access/rules/recent-authentication.ts'
import {
  ConfirmIdentityDialog,
  useConfirmedIdentity,
} from '#features/accounts/admin/ConfirmIdentityDialog.tsx'
import { PersonSelect } from '#features/drafts/admin/PersonSelect.tsx'
import { failureText } from '#kernel/failure-text.ts'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { useZodForm } from '#ui/admin/forms/useZodForm.ts'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showToast } from '#ui/toast.ts'
import {
  applyDepartureFn,
  ownedArticlesQuery,
  ownedFailure,
  removeFailure,
  suspendFailure,
} from '../people.functions.ts'
import { departureForm } from '../rules/departure-form.ts'

type Props = { kind: 'suspend' | 'remove'; user: { id: string; name: string }; onClose: () => void }

const departureTexts = () => ({
  suspend: {
    title: phrase('Suspend'),
    done: phrase('User suspended'),
    failure: suspendFailure(),
    effects: [
      phrase(
        'This user is signed out everywhere at once and cannot sign in, not even with a passkey, until you reinstate them.',
      ),
      phrase('Preview links that they created stop working. What they have scheduled stays scheduled.'),
    ],
  },
  remove: {
    title: phrase('Remove'),
    done: phrase('User removed'),
    failure: removeFailure(),
    effects: [
      phrase(
        'This user is signed out everywhere at once. The email address, the portrait, the password, the passkeys and the saved views, even shared ones, are deleted. This cannot be undone.',
      ),
      phrase(
        'Preview links that they created stop working. What they have scheduled stays scheduled. Bylines, notes and the history of articles keep the name.',
      ),
    ],
  },
})

const reasons = () => ({
  denied: phrase('Only administrators can do this.'),
  missing: phrase('This account no longer exists.'),
  own: phrase('Ask another administrator to do this for you.'),
  last: phrase('This is the last administrator.'),
  unchanged: phrase('This user is already suspended.'),
})

/** Shown at the field. */
const newOwnerReasons = () => ({
  'new-owner-required': phrase('Choose who gets the articles.'),
  'new-owner-invalid': phrase('This person can no longer edit articles. Choose someone else.'),
})

const isAboutNewOwner = (kind: string): kind is keyof ReturnType<typeof newOwnerReasons> =>
  kind in newOwnerReasons()

/** Suspends or removes a person, whose articles go to somebody else. */
export function DepartureDialog({ kind, user, onClose }: Props) {
  const { title, done, failure, effects } = departureTexts()[kind]
  const queryClient = useQueryClient()
  const identity = useConfirmedIdentity()
  const form = useZodForm(departureForm, { defaultValues: { newOwnerId: '' } })
  const { mutate, data, error, isPending, cancel } = useCancellableMutation({
    mutationFn: (newOwnerId: string, signal) =>
      applyDepartureFn({ data: { userId: user.id, kind, newOwnerId }, signal }),
    onSuccess(outcome) {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'users'] })
      void queryClient.invalidateQueries({ queryKey: ['admin', 'articles'] })
      if (isAboutNewOwner(outcome.kind))
        return form.showErrors({ newOwnerId: newOwnerReasons()[outcome.kind] })
      if (outcome.kind !== 'done') return
      void showToast({ title: done, text: user.name })
      onClose()
    },
    onError(error, newOwnerId) {
      if (isConfirmIdentityError(error)) identity.request(() => mutate(newOwnerId))
    },
  })
  const isShown = error !== null && !isConfirmIdentityError(error)
  const refusal =
    data && data.kind !== 'done' && !isAboutNewOwner(data.kind) ? reasons()[data.kind] : undefined
  return (
    <>
      <FormDialog
        title={`${title} ${user.name}?`}
        submitLabel={title}
        isDangerous
        isChanged={form.formState.isDirty}
        isBusy={isPending}
        error={isShown ? failureText(error, failure) : refusal && `${failure}. ${refusal}`}
        onSubmit={() => void form.handleSubmit(({ newOwnerId }) => isPending || mutate(newOwnerId))()}
        onClose={() => {
          cancel()
          onClose()
        }}
      >
        {effects.map((text) => (
          <p key={text} className="text-14">
            {text}
          </p>
        ))}
        <LoadState query={useQuery(ownedArticlesQuery(user.id))} failure={ownedFailure()}>
          {({ articles }) =>
            articles > 0 ? (
              <PersonSelect
                label={plural(articles, 'New owner of {count} article', 'New owner of {count} articles')}
                none={kind === 'suspend' ? phrase('Nobody for now') : phrase('Choose a person')}
                without={user.id}
                required={kind === 'remove'}
                {...form.field('newOwnerId')}
              />
            ) : (
              <p className="text-14 text-muted">{phrase('This user has no articles.')}</p>
            )
          }
        </LoadState>
      </FormDialog>
      <ConfirmIdentityDialog {...identity.dialog} />
    </>
  )
}
