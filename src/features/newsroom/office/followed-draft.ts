export type FollowedDraft = {
  id: string
  onUpdate(seq: number): void
  /** @param update as base64 */
  onPresence(update: string): void
  /** The stream was opened: events may have been missed. */
  onOpen(): void
  onClose(): void
}

let followed: FollowedDraft | undefined
const listeners = new Set<() => void>()

/** The draft that is open in this tab. */
export function getFollowedDraft(): FollowedDraft | undefined {
  return followed
}

export function onFollowedDraftChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** @returns a function that stops following */
export function followDraft(draft: FollowedDraft): () => void {
  setFollowed(draft)
  return () => {
    if (followed === draft) setFollowed(undefined)
  }
}

function setFollowed(next: FollowedDraft | undefined): void {
  followed = next
  for (const listener of listeners) listener()
}

export function listenForDraft(source: EventSource, draft: FollowedDraft): void {
  source.addEventListener('open', () => draft.onOpen())
  source.addEventListener('error', () => draft.onClose())
  source.addEventListener('draft', ({ data }) => draft.onUpdate(JSON.parse(data).seq))
  source.addEventListener('presence', ({ data }) => draft.onPresence(JSON.parse(data).presence))
}
