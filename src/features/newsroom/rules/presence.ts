import { modifyAwarenessUpdate } from 'y-protocols/awareness'
import * as z from 'zod'

/** Of an awareness update with a name. A NOTIFY holds 8,000 bytes, as base64. */
const MAX_SIGNED_BYTES = 5 * 1024

const identifier = z.object({ client: z.int().nonnegative(), clock: z.int().nonnegative() })

/** A position in a text as JSON (Yjs, `relativePositionToJSON`). */
const position = z.object({
  type: identifier.nullish(),
  tname: z.string().max(100).nullish(),
  item: identifier.nullish(),
  assoc: z.int().optional(),
})

/** The presence of a person in the editor. Other properties are not sent to others. */
const presence = z.object({
  user: z.object({ color: z.string().regex(/^#[\da-f]{6}$/i) }).optional(),
  /** The selection in the text, as Tiptap's CollaborationCaret writes it. */
  cursor: z.object({ anchor: position, head: position }).nullish(),
  /** The name of the field that has the focus. */
  field: z.string().max(50).nullish(),
})

/** The awareness state that others receive. */
export type Presence = Omit<z.output<typeof presence>, 'user'> & {
  user: { id: string; name: string; color?: string }
}

/**
 * Replaces the person in an awareness update (y-protocols) by the given one, so that nobody can act as another person.
 *
 * @returns null unless it is the valid state of one client, or its end
 */
export function signPresence(update: Uint8Array, user: { id: string; name: string }): Uint8Array | null {
  let clients = 0
  const sign = (state: unknown): Presence | null => {
    clients += 1
    // A client that closes the editor.
    if (state === null) return null
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
