import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#kernel/failure-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { showToast } from '../../toast.ts'
import { useCancellableMutation } from '../useCancellableMutation.ts'
import { FormDialog } from './FormDialog.tsx'
import { Select } from './Select.tsx'

type Props = {
  name: string
  /** Says what happens to the data of the merged entry. */
  text: string
  others: readonly { id: string; name: string }[]
  /** Returns why the server refused, undefined if it did not. */
  merge: (intoId: string, signal: AbortSignal) => Promise<string | undefined>
  /** The title of the toast, such as "Topics merged". */
  success: string
  /** The error message, such as "Failed to merge topics" (spec §8). */
  failure: string
  onClose: () => void
}

/** Asks for the entry into which another is merged, and merges them. */
export function MergeDialog({ name, text, others, merge, success, failure, onClose }: Props) {
  const queryClient = useQueryClient()
  const [intoId, setIntoId] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const { mutate, isPending, error, data } = useCancellableMutation({
    mutationFn: merge,
    onSuccess(refusal) {
      // Lists of articles show the names too.
      void queryClient.invalidateQueries({ queryKey: ['admin'] })
      if (refusal !== undefined) return
      void showToast({ title: success, text: name })
      onClose()
    },
  })
  return (
    <FormDialog
      title={phrase('Merge {name}', { name })}
      submitLabel={phrase('Merge')}
      isDangerous
      isChanged={false}
      isBusy={isPending}
      error={error ? failureText(error, failure) : data}
      onSubmit={() => (intoId ? mutate(intoId) : setIsMissing(true))}
      onClose={onClose}
    >
      <p className="text-14 text-muted">{text}</p>
      <Select
        label={phrase('Merge into')}
        required
        data-autofocus
        value={intoId}
        error={isMissing && !intoId ? phrase('Choose one') : undefined}
        onChange={({ target }) => setIntoId(target.value)}
      >
        <option value="">{phrase('Choose…')}</option>
        {others.map((other) => (
          <option key={other.id} value={other.id}>
            {other.name}
          </option>
        ))}
      </Select>
    </FormDialog>
  )
}
