import {
  Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from 'y-protocols/awareness'
import type * as Y from 'yjs'
import { readPresence } from '../rules/presence.ts'
import { fromBase64, toBase64 } from './draft-transport.ts'

/** While others are in the article. */
const MESSAGE_INTERVAL_MS = 300
const HEARTBEAT_MS = 10_000
/** Without messages for this long, a person has left. */
const TIMEOUT_MS = 25_000

/** `isReading`: may not edit the article. */
export type PresentPerson = {
  id: string
  name: string
  portraitUrl?: string | undefined
  color: string
  isReading: boolean
}

/** Backgrounds for white text (4.5:1) that are visible on light and dark pages (3:1). */
const COLORS = ['#a2571b', '#7a6a00', '#2f7d32', '#00796b', '#0277a8', '#5661c9', '#9747b0', '#c2405e']

/** The server writes the sender into `user`. */
type State = { user?: { id?: string; name?: string; portraitUrl?: string; isReading?: boolean } }

export type Presence = ReturnType<typeof createPresence>

/**
 * People in an article, and their carets.
 *
 * @param options.me not listed, even from other tabs
 */
export function createPresence(options: {
  doc: Y.Doc
  me: { id: string; name: string }
  send(update: string): Promise<unknown>
  onChange(): void
}) {
  const { doc, me, send, onChange } = options
  const awareness = new Awareness(doc)
  /** When each other client last sent a message. */
  const seenAt = new Map<number, number>()
  let people: PresentPerson[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false

  awareness.setLocalState({})

  const isAlone = () => awareness.getStates().size <= 1

  function schedule(delay = MESSAGE_INTERVAL_MS): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void sendState()
    }, delay)
  }

  /** Omits the caret while nobody else is in the article. */
  function shownStates(): Map<number, object> {
    return isAlone() && awareness.getLocalState() ? new Map([[doc.clientID, {}]]) : awareness.getStates()
  }

  async function sendState(): Promise<void> {
    if (isSending) return schedule()
    isSending = true
    // The next message replaces a lost one.
    await send(toBase64(encodeAwarenessUpdate(awareness, [doc.clientID], shownStates()))).catch(() => {})
    isSending = false
  }

  function onUpdate(
    { added, updated, removed }: Record<'added' | 'updated' | 'removed', number[]>,
    origin: unknown,
  ) {
    // Newcomers need the state of this person.
    if (origin === 'local' ? !isAlone() : added.length > 0) schedule()
    if (origin === 'local') return
    for (const client of [...added, ...updated]) seenAt.set(client, Date.now())
    for (const client of removed) seenAt.delete(client)
    updatePeople()
  }

  function updatePeople(): void {
    const others = [...awareness.getStates()].filter(([client]) => client !== doc.clientID)
    const byId = new Map(
      others.flatMap(([, { user }]: [number, State]) =>
        user?.id && user.id !== me.id ? [[user.id, toPerson(user.id, user)]] : [],
      ),
    )
    const next = [...byId.values()].toSorted((a, b) => a.name.localeCompare(b.name))
    if (keyOf(next) === keyOf(people)) return
    people = next
    onChange()
  }

  function removeAbsent(): void {
    const oldest = Date.now() - TIMEOUT_MS
    const absent = [...seenAt].flatMap(([client, at]) => (at < oldest ? [client] : []))
    for (const client of absent) seenAt.delete(client)
    if (absent.length > 0) removeAwarenessStates(awareness, absent, 'timeout')
  }

  awareness.on('update', onUpdate)
  void sendState()
  const heartbeat = setInterval(() => {
    // Increases the clock; otherwise, others ignore the message.
    awareness.setLocalState(awareness.getLocalState())
    schedule(0)
  }, HEARTBEAT_MS)
  const check = setInterval(removeAbsent, 1_000)

  return {
    awareness,
    getPeople: () => people,

    announce: () => schedule(),

    /**
     * Ignores the client id of another person, since clients choose their ids.
     *
     * @param update base64, signed by the server
     */
    receive(update: string): void {
      const signed = fromBase64(update)
      const { client, state } = readPresence(signed) ?? {}
      if (client === undefined || !state || client === doc.clientID) return
      const known: State | undefined = awareness.getStates().get(client)
      if (known && known.user?.id !== state.user.id) return
      if (state.hasLeft) removeAwarenessStates(awareness, [client], 'server')
      else applyAwarenessUpdate(awareness, signed, 'server')
    },

    close(): void {
      clearTimeout(timer)
      clearInterval(heartbeat)
      clearInterval(check)
      awareness.off('update', onUpdate)
      awareness.setLocalState(null)
      void sendState()
      awareness.destroy()
    },
  }
}

function toPerson(
  id: string,
  { name = '', portraitUrl, isReading = false }: NonNullable<State['user']>,
): PresentPerson {
  return { id, name, portraitUrl, color: colorOf(id), isReading }
}

/** Changes with the other people, and with who may edit. */
function keyOf(people: readonly PresentPerson[]): string {
  return people.map(({ id, portraitUrl, isReading }) => `${id} ${portraitUrl} ${isReading}`).join()
}

/** Returns the same color for a person in each browser. */
export function colorOf(id: string): string {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return COLORS[sum % COLORS.length] ?? '#5661c9'
}
