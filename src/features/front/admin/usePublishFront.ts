import { useQueryClient } from '@tanstack/react-query'
import { phrase } from '#kernel/text/phrase.ts'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import {
  cancelFrontScheduleFn,
  changeFrontFailure,
  discardFrontDraftFn,
  publishFrontFailure,
  publishFrontFn,
  scheduleFrontFn,
  undoFrontChangeFn,
  undoFrontPublicationFn,
} from '../front.functions.ts'
import type { FrontState } from '../server/front-drafts.server.ts'

type Outcome = { kind: string; reason?: string }

type Action = {
  send: (signal: AbortSignal) => Promise<Outcome | undefined>
  success: string
  failure: string
  onDone?: (() => void) | undefined
}

const outdatedText = () =>
  phrase('Somebody has just changed this front. Check what it shows now, and try again.')

/** Publishes or schedules the draft that the editor sees, undoes a change or a publication, and discards changes. */
export function usePublishFront({ page, version, published }: FrontState, onDone: (text: string) => void) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useCancellableMutation({
    mutationFn: ({ send }: Action, signal) => send(signal),
    async onSuccess(outcome, { success, failure, onDone: then }) {
      await queryClient.invalidateQueries({ queryKey: ['admin', 'front', page] })
      const reason = reasonOf(outcome)
      // The dialog stays open, with what was typed in it.
      if (reason) return showToast({ title: failure, text: reason, isError: true })
      then?.()
      onDone(success)
      return showToast({ title: success })
    },
    onError: (error, { failure }) => showFailure(error, failure),
  })
  const publication = { success: phrase('Front published'), failure: publishFrontFailure() }
  return {
    isBusy: isPending,
    publish() {
      const id = crypto.randomUUID()
      mutate({ ...publication, send: (signal) => publishFrontFn({ data: { page, id, version }, signal }) })
    },
    schedule(at: Date, then: () => void) {
      const data = { page, id: crypto.randomUUID(), version, plannedAt: at.toISOString() }
      mutate({
        send: (signal) => scheduleFrontFn({ data, signal }),
        success: phrase('Publication scheduled'),
        failure: phrase('Failed to schedule the front'),
        onDone: then,
      })
    },
    cancelSchedule(id: string) {
      mutate({
        send: async (signal) => {
          await cancelFrontScheduleFn({ data: { id }, signal })
          return undefined
        },
        success: phrase('Scheduled publication cancelled'),
        failure: phrase('Failed to cancel the publication'),
      })
    },
    undo() {
      mutate({
        send: (signal) => undoFrontChangeFn({ data: { page, version }, signal }),
        success: phrase('Change undone'),
        failure: changeFrontFailure(),
      })
    },
    discard(then: () => void) {
      mutate({
        send: async (signal) => {
          await discardFrontDraftFn({ data: { page }, signal })
          return undefined
        },
        success: phrase('Changes discarded'),
        failure: changeFrontFailure(),
        onDone: then,
      })
    },
    undoPublication(then: () => void) {
      if (!published) return then()
      const data = { page, id: crypto.randomUUID(), undoes: published.id }
      mutate({
        send: (signal) => undoFrontPublicationFn({ data, signal }),
        success: phrase('Publication undone'),
        failure: publishFrontFailure(),
        onDone: then,
      })
    },
  }
}

/** Undefined for a success. */
function reasonOf(outcome: Outcome | undefined): string | undefined {
  if (outcome?.kind === 'outdated') return outdatedText()
  if (outcome?.kind === 'none') return phrase('There is no change to undo.')
  return outcome?.kind === 'refused' ? outcome.reason : undefined
}
