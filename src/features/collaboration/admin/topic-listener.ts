import type { SignedPresence } from '../rules/presence.ts'
import type { ReceivedBatch } from './draft-sync.ts'

type TopicListener = {
  /** See `rules/stream-topic.ts`. */
  topic: string
  /** @param batch undefined if it is too large for a notification */
  onBatch?(version: number, batch: ReceivedBatch | undefined): void
  onPresence(presence: SignedPresence): void
  /** Events may have been missed. */
  onOpen(): void
  onClose?(): void
}

let current: TopicListener | undefined
const observers = new Set<() => void>()

/** Returns the listener of the draft or front that is open in this tab. */
export function currentTopicListener(): TopicListener | undefined {
  return current
}

export function onTopicListenerChange(observer: () => void): () => void {
  observers.add(observer)
  return () => observers.delete(observer)
}

/** @returns a function that stops following */
export function followTopic(listener: TopicListener): () => void {
  setCurrent(listener)
  return () => {
    if (current === listener) setCurrent(undefined)
  }
}

function setCurrent(next: TopicListener | undefined): void {
  current = next
  for (const observer of observers) observer()
}

export function listenForTopic(source: EventSource, listener: TopicListener): void {
  source.addEventListener('open', () => listener.onOpen())
  source.addEventListener('error', () => listener.onClose?.())
  source.addEventListener('draft', ({ data }) => {
    const { version, batch } = JSON.parse(data)
    listener.onBatch?.(version, batch)
  })
  source.addEventListener('presence', ({ data }) => listener.onPresence(JSON.parse(data).presence))
}
