import { Awareness, applyAwarenessUpdate, modifyAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import * as z from 'zod'

/** With a name and in base64, an awareness update must fit in a NOTIFY of 8,000 bytes. */
const MAX_SIGNED_BYTES = 5 * 1024

const identifier = z.object({ client: z.int().nonnegative(), clock: z.int().nonnegative() })

/** In a text, as JSON (Yjs, `relativePositionToJSON`). */
const position = z.object({
  type: identifier.nullish(),
  tname: z.string().max(100).nullish(),
  item: identifier.nullish(),
  assoc: z.int().optional(),
})

/** Other properties are not sent to others. */
const presence = z.object({
  user: z.object({ color: z.string().regex(/^#[\da-f]{6}$/i) }).optional(),
  /** As Tiptap's CollaborationCaret writes it. */
  cursor: z.object({ anchor: position, head: position }).nullish(),
  field: z.string().max(50).nullish(),
})

export type Presence = Omit<z.output<typeof presence>, 'user'> & {
  user: PresentUser & { color?: string }
  hasLeft?: true
}

/** `isReading`: may not edit the article. */
type PresentUser = { id: string; name: string; portraitUrl?: string; isReading?: true }

/**
 * Adds the person, so that nobody can act as another. The end of a presence gets a state with the person too: client
 * ids prove nothing, since clients choose them.
 *
 * @returns null unless it is the valid state of one client, or its end
 */
export function signPresence(update: Uint8Array, user: PresentUser): Uint8Array | null {
  let clients = 0
  const sign = (state: unknown): Presence => {
    clients += 1
    if (state === null) return { user, hasLeft: true }
    const stated = presence.parse(state)
    return { ...stated, user: { ...stated.user, ...user } }
  }
  try {
    const signed = modifyAwarenessUpdate(update, sign)
    return clients === 1 && signed.length <= MAX_SIGNED_BYTES ? signed : null
  } catch {
    return null
  }
}

export function readPresence(signed: Uint8Array): { client: number; state: Presence } | null {
  const received = new Awareness(new Y.Doc())
  try {
    received.setLocalState(null)
    applyAwarenessUpdate(received, signed, 'server')
    const [entry] = received.getStates()
    return entry ? { client: entry[0], state: entry[1] as Presence } : null
  } finally {
    received.destroy()
  }
}
