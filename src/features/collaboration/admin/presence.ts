import type { EditorState } from '@tiptap/pm/state'
import { compareNames } from '#kernel/compare-names.ts'
import type { PresenceMessage, SignedPresence } from '../rules/presence.ts'
import { readCollaboration } from './collaboration-plugin.ts'

/** How often the caret is sent while others are in the article. */
const MESSAGE_INTERVAL_MS = 300
const HEARTBEAT_MS = 10_000
/** A client that sends no message for this long has left. */
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
const COLORS = ['#9a5a2c', '#6f6a1f', '#2e7566', '#3a6ea5', '#7a5ea8', '#a84f6d'] as const

export type SharedCaret = SignedPresence & { color: string }

type Other = { presence: SignedPresence; at: number }

export type Presence = ReturnType<typeof createPresence>

/**
 * Follows the people who have an article or a front open, and their carets in an article.
 *
 * @param options.me not listed, even from other tabs
 */
export function createPresence(options: {
  client: string
  me: { id: string; name: string }
  readCaret?(): PresenceMessage['caret']
  send(message: PresenceMessage): Promise<unknown>
  onChange(): void
  onCarets?(): void
}) {
  const { client, me, readCaret = () => null, send, onChange, onCarets = () => {} } = options
  const others = new Map<string, Other>()
  let people: PresentPerson[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false
  let sent = ''

  function schedule(delay = MESSAGE_INTERVAL_MS): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void sendState()
    }, delay)
  }

  async function sendState(hasLeft?: true): Promise<void> {
    if (isSending && !hasLeft) return schedule()
    isSending = true
    // Omits the caret while nobody else is in the article.
    const caret = others.size > 0 && !hasLeft ? readCaret() : null
    sent = JSON.stringify(caret)
    // The next message replaces a lost one.
    await send({ client, caret, ...(hasLeft && { hasLeft }) }).catch(() => {})
    isSending = false
  }

  function chooseColors(): (id: string) => string {
    const colors = colorsOf([me.id, ...[...others.values()].map(({ presence: { user } }) => user.id)])
    return (id) => colors.get(id) ?? COLORS[0]
  }

  function updatePeople(): void {
    const colorOf = chooseColors()
    const byId = new Map(
      [...others.values()].flatMap(({ presence: { user } }) =>
        user.id === me.id ? [] : [[user.id, { isReading: false, ...user, color: colorOf(user.id) }] as const],
      ),
    )
    const next = [...byId.values()].toSorted((a, b) => compareNames(a.name, b.name))
    if (JSON.stringify(next) === JSON.stringify(people)) return
    people = next
    onChange()
  }

  function removeAbsent(): void {
    const oldest = Date.now() - TIMEOUT_MS
    const absent = [...others].filter(([, { at }]) => at < oldest)
    for (const [key] of absent) others.delete(key)
    if (absent.length > 0) onOthers()
  }

  function onOthers(): void {
    updatePeople()
    onCarets()
  }

  void sendState()
  const heartbeat = setInterval(() => schedule(0), HEARTBEAT_MS)
  const check = setInterval(removeAbsent, 1_000)

  return {
    getPeople: () => people,

    /** Includes other tabs of this person. */
    hasOthers: () => others.size > 0,

    getCarets(): SharedCaret[] {
      const colorOf = chooseColors()
      return [...others.values()].map(({ presence }) => ({ ...presence, color: colorOf(presence.user.id) }))
    },

    announce: () => schedule(),

    /** Call it when the caret may have moved. */
    onSelection(): void {
      if (others.size > 0 && JSON.stringify(readCaret()) !== sent) schedule()
    },

    /** Adds or updates a person. Clients choose their ids, so the key has the id of the account too. */
    receive(presence: SignedPresence): void {
      if (presence.client === client) return
      const key = `${presence.user.id} ${presence.client}`
      const isNewcomer = !others.has(key)
      if (presence.hasLeft) others.delete(key)
      else others.set(key, { presence, at: Date.now() })
      // Newcomers need the state of this person.
      if (isNewcomer && !presence.hasLeft) schedule()
      onOthers()
    },

    close(): void {
      clearTimeout(timer)
      clearInterval(heartbeat)
      clearInterval(check)
      void sendState(true)
    },
  }
}

/** Returns the selection as positions in the newest version that the server has confirmed. */
export function confirmedCaret(state: EditorState): NonNullable<PresenceMessage['caret']> {
  const { version, pending } = readCollaboration(state)
  const toConfirmed = (position: number) =>
    pending.reduceRight((at, { inverted }) => inverted.getMap().map(at), position)
  const { anchor, head } = state.selection
  return { version, anchor: toConfirmed(anchor), head: toConfirmed(head) }
}

/** Assigns a color to each person, the same in each browser, and different ones to up to six people. */
function colorsOf(ids: readonly string[]): Map<string, string> {
  const colors = new Map<string, string>()
  for (const id of [...new Set(ids)].toSorted()) {
    const taken = new Set(colors.values())
    const free = COLORS.filter((color) => !taken.has(color))
    const choices = free.length > 0 ? free : COLORS
    colors.set(id, choices[hash(id) % choices.length] ?? COLORS[0])
  }
  return colors
}

function hash(id: string): number {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return sum
}
