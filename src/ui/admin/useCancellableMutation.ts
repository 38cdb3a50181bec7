import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { RequestFailure } from '#kernel/request-failure.ts'

type Options<Data, Variables> = Omit<UseMutationOptions<Data, Error, Variables>, 'mutationFn'> & {
  mutationFn: (variables: Variables, signal: AbortSignal) => Promise<Data>
}

type Mutation<Data, Variables> = Omit<UseMutationResult<Data, Error, Variables>, 'mutateAsync'>

/**
 * Returns `cancel`, which aborts the request; it fails with a RequestFailure of kind `aborted`. `mutate` does nothing
 * during a request: a second click arrives before a button shows that it is busy.
 */
export function useCancellableMutation<Data, Variables = void>({
  mutationFn,
  ...options
}: Options<Data, Variables>): Mutation<Data, Variables> & { cancel: () => void } {
  const running = useRef<AbortController>(undefined)
  const mutation = useMutation({
    ...options,
    async mutationFn(variables: Variables) {
      const controller = running.current ?? new AbortController()
      const { signal } = controller
      try {
        return await mutationFn(variables, signal)
      } catch (cause) {
        throw signal.aborted ? new RequestFailure('aborted', cause) : cause
      } finally {
        if (running.current === controller) running.current = undefined
      }
    },
  })
  return {
    ...mutation,
    mutate(...call) {
      if (running.current) return
      running.current = new AbortController()
      mutation.mutate(...call)
    },
    cancel() {
      running.current?.abort()
      running.current = undefined
      mutation.reset()
    },
  }
}
