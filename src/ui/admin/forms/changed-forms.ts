type Location = { pathname: string; search: string }

type BlockableHistory = {
  block(blocker: {
    enableBeforeUnload: boolean
    blockerFn: (navigation: { currentLocation: Location; nextLocation: Location }) => Promise<boolean>
  }): () => void
}

export type Answer = 'stay' | 'leave' | 'closed'

export type ChangedForm = {
  isLeft(from: Location, to: Location): boolean
  /** Its changes can be restored later. */
  isRecoverable: boolean
  /**
   * @param isLossy whether changes of any form would be lost
   * @returns `closed` if the form was closed before the person chose
   */
  ask(isLossy: boolean): Promise<Answer>
}

const forms = new Set<ChangedForm>()
/** The location that the person agreed to leave: the same object until the navigation is complete. */
let left: Location | undefined

export function hasUnsavedChanges(): boolean {
  return forms.size > 0
}

/**
 * Asks once for all forms that a navigation leaves. Blocks the history itself, since the router's `useBlocker` would
 * also load for readers.
 *
 * @returns a function that removes the form
 */
export function addChangedForm(history: BlockableHistory, form: ChangedForm): () => void {
  forms.add(form)
  const unblock = history.block({
    enableBeforeUnload: true,
    async blockerFn({ currentLocation: from, nextLocation: to }) {
      if (from === left || !form.isLeft(from, to)) return false
      const isLossy = [...forms].some((other) => !other.isRecoverable && other.isLeft(from, to))
      const answer = await form.ask(isLossy)
      // A closed form has nothing left to lose; the others still ask.
      if (answer === 'leave') left = from
      return answer === 'stay'
    },
  })
  return () => {
    forms.delete(form)
    unblock()
  }
}
