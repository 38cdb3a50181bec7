import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { RequestFailure } from '#kernel/request-failure.ts'

type Options<Data, Variables> = Omit<UseMutationOptions<Data, Error, Variables>, 'mutationFn'> & {
  mutationFn: (variables: Variables, signal: AbortSignal) => Promise<Data>
}

/** Returns `cancel`, which aborts the request; it fails with a RequestFailure of kind `aborted`. */
export function useCancellableMutation<Data, Variables = void>({
  mutationFn,
  ...options
}: Options<Data, Variables>): UseMutationResult<Data, Error, Variables> & { cancel: () => void } {
  const running = useRef<AbortController>(undefined)
  const mutation = useMutation({
    ...options,
    async mutationFn(variables: Variables) {
      const controller = new AbortController()
      const { signal } = controller
      running.current = controller
      try {
        return await mutationFn(variables, signal)
      } catch (cause) {
        throw signal.aborted ? new RequestFailure('aborted', cause) : cause
      }
    },
  })
  return {
    ...mutation,
    cancel() {
      running.current?.abort()
      mutation.reset()
    },
  }
}
