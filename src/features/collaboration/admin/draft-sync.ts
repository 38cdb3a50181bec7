import * as Y from 'yjs'
import { isAccessDeniedError } from '#features/access/rules/access.ts'
import type { UnsentEdits } from '#ui/admin/unsent-edits.ts'
import type { AppendOutcome } from '../server/append-update.server.ts'
import type { DocumentUpdates } from '../server/draft-updates.server.ts'
import { compactUpdate } from './compact-update.ts'

/** Edits wait for a pause in typing, but at most `MAX_SEND_DELAY_MS`. */
const SEND_DELAY_MS = 500
const MAX_SEND_DELAY_MS = 1_500
const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000

/** The functions reject without a response or access. */
export type DraftTransport = {
  append(request: { document: string; update: Uint8Array; seedOf?: string | null }): Promise<AppendOutcome>
  read(since?: { document: string; seq: number }): Promise<DocumentUpdates>
  /** @param update of y-protocols' awareness, as base64 */
  sendPresence(update: string): Promise<unknown>
}

export type SyncState = {
  /**
   * `saving`: edits wait or are being sent. `retrying`: the last request failed. `denied`: the account may not edit the
   * draft; nothing is sent until `resume` or `flush`.
   */
  kind: 'saved' | 'saving' | 'retrying' | 'denied' | 'refused' | 'gone' | 'replaced'
  error?: unknown
  reasons?: string[]
  isStorageFailed: boolean
  /** The document is on the server. */
  isStored: boolean
}

type Options = {
  doc: Y.Doc
  seq: number
  transport: DraftTransport
  /** Updates that the server does not have. */
  unsent?: Uint8Array[]
  /** Set while the server does not have the document. */
  seedOf?: string | null | undefined
  /** False if `unsent` only represents the stored text, or the initial one of a new article. */
  isEdited: boolean
  isReadOnly?: boolean
  storage: {
    put(edits: Pick<UnsentEdits, 'update' | 'seedOf'>): Promise<void>
    remove(): Promise<void>
  }
  onChange(): void
}

/** Transaction origin of others' changes. */
export const REMOTE = 'remote'

export type DraftSync = ReturnType<typeof createDraftSync>

/**
 * Sends edits, at most one request at a time, and applies those of others. Stores unsent edits on the device at once.
 */
export function createDraftSync(options: Options) {
  const { doc, transport, storage, isReadOnly = false, onChange } = options
  let queue = [...(options.unsent ?? [])]
  /** The update of the current request. */
  let sent: Uint8Array | undefined
  let { seq, seedOf, isEdited } = options
  /** The newest own update. */
  let ownSeq = 0
  let state: SyncState = {
    kind: isEdited ? 'saving' : 'saved',
    isStorageFailed: false,
    isStored: seedOf === undefined,
  }
  let failures = 0
  let waitingSince: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | undefined
  let reading: Promise<void> | undefined
  let isReadNeeded = false
  let storing: Promise<void> | undefined
  let isStoreNeeded = false
  let isClosed = false

  const hasUnsent = () => sent !== undefined || queue.length > 0
  /** A new article is sent with its first edit. */
  const isUntouched = () => seedOf === null && !isEdited
  const canSend = () => !['denied', 'gone', 'replaced'].includes(state.kind)

  function setState(change: Partial<SyncState>): void {
    const next = { ...state, ...change }
    const isSame = (Object.keys(next) as (keyof SyncState)[]).every((key) => next[key] === state[key])
    if (isSame) return
    state = next
    onChange()
  }

  function onUpdate(update: Uint8Array, origin: unknown): void {
    if (origin === REMOTE) return
    queue.push(update)
    isEdited = true
    store()
    if (!canSend()) return
    if (state.kind !== 'retrying') setState({ kind: 'saving', reasons: undefined })
    waitingSince ??= Date.now()
    if (!sending) schedule()
  }

  /** Edits during a write are stored next. */
  function store(): void {
    isStoreNeeded = true
    storing ??= (async () => {
      while (isStoreNeeded) {
        isStoreNeeded = false
        try {
          if (isEdited && hasUnsent()) await storage.put({ update: mergeUnsent(), seedOf })
          else await storage.remove()
          setState({ isStorageFailed: false })
        } catch {
          setState({ isStorageFailed: true })
        }
      }
      storing = undefined
    })()
  }

  function mergeUnsent(): Uint8Array {
    if (queue.length > 1) queue = [Y.mergeUpdates(queue)]
    const [waiting] = queue
    if (!sent) return waiting ?? new Uint8Array()
    return waiting ? Y.mergeUpdates([sent, waiting]) : sent
  }

  function schedule(): void {
    // A retry keeps its time.
    if (timer !== undefined && failures > 0) return
    clearTimeout(timer)
    const waited = waitingSince === undefined ? 0 : Date.now() - waitingSince
    const delay =
      failures > 0
        ? Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)) * (0.75 + Math.random() / 2)
        : Math.min(SEND_DELAY_MS, Math.max(0, MAX_SEND_DELAY_MS - waited))
    timer = setTimeout(() => void send(), delay)
  }

  /** Edits made during a request wait for the next one. Never rejects. */
  function send(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    sending ??= sendWaiting().finally(() => {
      sending = undefined
      if (failures > 0 || (queue.length > 0 && state.kind === 'saving')) schedule()
    })
    return sending
  }

  async function sendWaiting(): Promise<void> {
    if (isUntouched()) return
    waitingSince = undefined
    let isIncomplete = false
    while (queue.length > 0 && canSend()) {
      if (queue.length > 1) queue = [Y.mergeUpdates(queue)]
      const update = compactUpdate(doc, queue.pop() as Uint8Array)
      sent = update
      let result: AppendOutcome
      try {
        result = await transport.append({
          document: doc.guid,
          update,
          ...(seedOf !== undefined && { seedOf }),
        })
        // The response to the server's own state vector: an immediate retry would not help.
        if (result.kind === 'incomplete' && isIncomplete)
          throw new Error('The server does not accept the changes')
      } catch (error) {
        sent = undefined
        queue.unshift(update)
        const isDenied = isAccessDeniedError(error)
        failures = isDenied ? 0 : failures + 1
        if (isEdited) setState({ kind: isDenied ? 'denied' : 'retrying', error })
        return
      }
      failures = 0
      sent = undefined
      if (result.kind === 'appended') {
        acknowledge(result.seq)
        break
      }
      const isNewer = queue.length > 0
      queue.unshift(update)
      if (result.kind === 'incomplete') {
        isIncomplete = true
        queue = [Y.encodeStateAsUpdate(doc, result.stateVector)]
      } else if (result.kind === 'refused') {
        setState({ kind: 'refused', reasons: result.reasons, error: undefined })
        // Edits made since may have shortened the text.
        if (!isNewer) return
      } else setState({ kind: result.kind, error: undefined, reasons: undefined })
    }
    if (canSend()) setState({ kind: hasUnsent() ? 'saving' : 'saved', error: undefined, reasons: undefined })
  }

  /** Retries edits that the account was not allowed to make. */
  async function resume(): Promise<void> {
    if (state.kind === 'denied') setState({ kind: 'saving', error: undefined })
    await send()
  }

  function acknowledge(newest: number): void {
    seedOf = undefined
    isEdited = queue.length > 0
    ownSeq = Math.max(ownSeq, newest)
    if (newest === seq + 1) seq = newest
    setState({ isStored: true, error: undefined, reasons: undefined })
    if (newest > seq) void read()
    store()
  }

  /** Never rejects. */
  function read(): Promise<void> {
    isReadNeeded = true
    reading ??= (async () => {
      while (isReadNeeded && (state.isStored || isReadOnly) && !isClosed) {
        isReadNeeded = false
        try {
          receive(await transport.read({ document: doc.guid, seq }))
        } catch {
          // The next event, reconnection or poll reads again.
        }
      }
    })().finally(() => {
      reading = undefined
    })
    return reading
  }

  function receive(result: DocumentUpdates): void {
    if (isClosed || (result.kind === 'none' && !state.isStored)) return
    if (result.kind !== 'updates' || result.document !== doc.guid) {
      setState({ kind: result.kind === 'gone' ? 'gone' : 'replaced' })
      return
    }
    doc.transact(() => {
      for (const update of result.updates) Y.applyUpdate(doc, update, REMOTE)
    }, REMOTE)
    seq = Math.max(seq, result.seq)
    if (state.kind !== 'gone') return
    // Restored from the bin.
    setState({ kind: hasUnsent() ? 'saving' : 'saved' })
    void send()
  }

  doc.on('update', onUpdate)
  if (queue.length > 0) void send()

  return {
    getState: () => state,
    /** The newest update in the document. */
    getSeq: () => seq,
    hasUnsentEdits: () => isEdited && hasUnsent(),
    send,
    resume,
    read,

    /** Never rejects. */
    async check(): Promise<void> {
      await transport.read().then(receive, () => {})
    },

    /** Reads until `newest`, unless the request in progress brings it. */
    async announce(newest: number): Promise<void> {
      await sending
      if (newest > seq) await read()
    },

    /**
     * Sends all edits.
     *
     * @returns the newest update in the document; undefined if the server lacks some edits
     */
    async flush(): Promise<number | undefined> {
      do await resume()
      while (queue.length > 0 && state.kind === 'saving')
      await reading
      return hasUnsent() || !canSend() || seq < ownSeq ? undefined : seq
    },

    async whenStored(): Promise<void> {
      await storing
    },

    /** Unsent edits are sent until the page closes. */
    close(): void {
      isClosed = true
      doc.off('update', onUpdate)
      void send()
    },

    /** Another document has the unsent edits. */
    async discard(): Promise<void> {
      isClosed = true
      doc.off('update', onUpdate)
      clearTimeout(timer)
      queue = []
      setState({ kind: 'saved', error: undefined, reasons: undefined })
      await storing
      await storage.remove().catch(() => {})
    },
  }
}
