import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  ConfirmIdentityDialog,
  useConfirmedIdentity,
} from '#features/accounts/office/ConfirmIdentityDialog.tsx'
import { isConfirmIdentityError } from '#features/accounts/rules/recent-authentication.ts'
import { failureText } from '#kernel/failure-text.ts'
import { formatCount } from '#kernel/format-count.ts'
import { FormDialog } from '#ui/office/FormDialog.tsx'
import { LoadState } from '#ui/office/LoadState.tsx'
import { useCancellableMutation } from '#ui/office/useCancellableMutation.ts'
import { useZodForm } from '#ui/office/useZodForm.ts'
import { showToast } from '#ui/toast.ts'
import {
  endMembershipFn,
  OWNED_FAILURE,
  ownedArticlesQuery,
  REMOVE_FAILURE,
  SUSPEND_FAILURE,
} from '../people.functions.ts'
import { departureForm } from '../rules/departure-form.ts'
import { PersonSelect } from './PersonSelect.tsx'

type Props = { kind: 'suspend' | 'remove'; user: { id: string; name: string }; onClose: () => void }

const TEXTS = {
  suspend: {
    title: 'Suspend',
    done: 'User suspended',
    failure: SUSPEND_FAILURE,
    effects: [
      'This user is signed out everywhere at once and cannot sign in, not even with a passkey, until you reinstate them.',
      'Preview links that they created stop working. What they have scheduled stays scheduled.',
    ],
  },
  remove: {
    title: 'Remove',
    done: 'User removed',
    failure: REMOVE_FAILURE,
    effects: [
      'This user is signed out everywhere at once. The email address, the portrait, the password and the passkeys are deleted. This cannot be undone.',
      'Preview links that they created stop working. What they have scheduled stays scheduled. Bylines, notes and the history of articles keep the name.',
    ],
  },
}

const REASONS = {
  denied: 'Only administrators can do this.',
  missing: 'This account no longer exists.',
  own: 'Ask another administrator to do this for you.',
  last: 'This is the last administrator.',
  unchanged: 'This user is suspended already.',
  'heir-required': 'Choose who gets the articles.',
  'heir-invalid': 'This person does not work on articles any more. Choose someone else.',
}

/** Suspends or removes a person, whose articles go to somebody else. */
export function DepartureDialog({ kind, user, onClose }: Props) {
  const { title, done, failure, effects } = TEXTS[kind]
  const queryClient = useQueryClient()
  const identity = useConfirmedIdentity()
  const form = useZodForm(departureForm, { defaultValues: { heirId: '' } })
  const { mutate, data, error, isPending, cancel } = useCancellableMutation({
    mutationFn: (heirId: string, signal) =>
      endMembershipFn({ data: { userId: user.id, kind, heirId }, signal }),
    onSuccess(outcome) {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'users'] })
      void queryClient.invalidateQueries({ queryKey: ['admin', 'articles'] })
      if (outcome.kind === 'heir-required' || outcome.kind === 'heir-invalid')
        return form.showErrors({ heirId: REASONS[outcome.kind] })
      if (outcome.kind !== 'done') return
      void showToast({ title: done, text: user.name })
      onClose()
    },
    onError(error, heirId) {
      if (isConfirmIdentityError(error)) identity.request(() => mutate(heirId))
    },
  })
  const isShown = error !== null && !isConfirmIdentityError(error)
  const refusal =
    data && data.kind !== 'done' && !data.kind.startsWith('heir') ? REASONS[data.kind] : undefined
  return (
    <>
      <FormDialog
        title={`${title} ${user.name}?`}
        submitLabel={title}
        isDangerous
        isChanged={form.formState.isDirty}
        isBusy={isPending}
        error={isShown ? failureText(error, failure) : refusal && `${failure}. ${refusal}`}
        onSubmit={() => void form.handleSubmit(({ heirId }) => isPending || mutate(heirId))()}
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
        <LoadState query={useQuery(ownedArticlesQuery(user.id))} failure={OWNED_FAILURE}>
          {({ articles }) =>
            articles > 0 ? (
              <PersonSelect
                label={`${formatCount(articles, 'article')} of ${user.name} ${articles === 1 ? 'goes' : 'go'} to`}
                none={kind === 'suspend' ? 'Nobody for now' : 'Choose a person'}
                without={user.id}
                required={kind === 'remove'}
                {...form.field('heirId')}
              />
            ) : (
              <p className="text-14 text-muted">This user has no articles.</p>
            )
          }
        </LoadState>
      </FormDialog>
      <ConfirmIdentityDialog {...identity.dialog} />
    </>
  )
}
