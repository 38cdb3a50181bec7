import type { EditorState, Transaction } from '@tiptap/pm/state'
import { Step } from '@tiptap/pm/transform'
import { isAccessDeniedError } from '#features/access/rules/access.ts'
import type { StoredBatch, StoredDocument } from '#ui/admin/stored-documents.ts'
import { restoredFor } from '../rules/client-id.ts'
import type { AppendOutcome } from '../server/append-steps.server.ts'
import type { ReadDocument } from '../server/read-document.server.ts'
import {
  type Batch,
  isReceived,
  readCollaboration,
  receiveBatches,
  sendPending,
  unsendPending,
} from './collaboration-plugin.ts'
import type { DraftTransport } from './draft-transport.ts'

/** Edits are sent together after this delay. */
const SEND_DELAY_MS = 1_000
/** The delay while others are in the article. */
const SHARED_SEND_DELAY_MS = 100
const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000

export type SyncState = {
  /**
   * `saving`: edits wait or are being sent. `retrying`: the last request failed. `denied`: the account may not edit the
   * draft; nothing is sent until `resume` or `flush`. `outdated`: the server no longer has the steps after this version.
   */
  kind: 'saved' | 'saving' | 'retrying' | 'denied' | 'refused' | 'gone' | 'outdated'
  error?: unknown
  reasons?: string[]
  isStorageFailed: boolean
  /** The server has the draft. */
  isStored: boolean
}

/** A batch as received from a request or the stream. */
export type ReceivedBatch = Extract<AppendOutcome, { kind: 'appended' }>['batches'][number]

/** Text of this person that others have deleted, and the id of the account that did. */
export type LostText = { text: string; by: string | null }

type Options = {
  editor: { readonly state: EditorState; dispatch(transaction: Transaction): void }
  /** The id of this editor. */
  client: string
  owner: string
  /** The server does not have the draft. */
  isNew: boolean
  isReadOnly: boolean
  /** Continues these unsent edits. */
  resumed?: Pick<StoredDocument, 'batch' | 'batchCount'> | undefined
  transport: Pick<DraftTransport, 'append' | 'read'>
  /** Whether others see the edits as they are made. */
  isShared(): boolean
  /** Stores the document on the device. Rejects if that is impossible. */
  store(edits: Pick<StoredDocument, 'batch' | 'batchCount' | 'isNew'>): Promise<void>
  onChange(): void
  onLost(lost: LostText): void
}

/** Sends edits, one batch at a time, and applies those of others. Stores the document on the device at each change. */
export function createDraftSync(options: Options) {
  const { editor, client, owner, transport, isReadOnly, onChange, onLost } = options
  let batch: StoredBatch | null = options.resumed?.batch ?? null
  let batchCount = options.resumed?.batchCount ?? 0
  let state: SyncState = { kind: 'saved', isStorageFailed: false, isStored: !options.isNew }
  /** Whether the person has edited: a new article is created by its first edit. */
  let isEdited = options.resumed !== undefined
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | undefined
  let reading: Promise<void> | undefined
  let isReadNeeded = false
  let storing: Promise<void> | undefined
  let isStoreNeeded = false
  let isClosed = false

  const version = () => readCollaboration(editor.state).version
  const hasUnsent = () => batch !== null || readCollaboration(editor.state).pending.length > 0
  const canSend = () => !['denied', 'gone', 'outdated'].includes(state.kind)

  function setState(change: Partial<SyncState>): void {
    const next = { ...state, ...change }
    const isSame = (Object.keys(next) as (keyof SyncState)[]).every((key) => next[key] === state[key])
    if (isSame) return
    state = next
    onChange()
  }

  /** Stores the document. Changes that are made during a write are stored by the next one. */
  function store(): void {
    isStoreNeeded = true
    storing ??= (async () => {
      while (isStoreNeeded) {
        isStoreNeeded = false
        await write()
      }
      storing = undefined
    })()
  }

  /** Never rejects. */
  async function write(): Promise<void> {
    try {
      await options.store({ batch, batchCount, isNew: !state.isStored })
      setState({ isStorageFailed: false })
    } catch {
      setState({ isStorageFailed: true })
    }
  }

  function schedule(): void {
    // A retry keeps its time.
    if (timer !== undefined || sending) return
    const delay =
      failures > 0
        ? Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)) * (0.75 + Math.random() / 2)
        : options.isShared()
          ? SHARED_SEND_DELAY_MS
          : SEND_DELAY_MS
    timer = setTimeout(() => void send(), delay)
  }

  /** Edits made during a request wait for the next one. Never rejects. */
  function send(isLeaving = false): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    sending ??= sendWaiting(isLeaving).finally(() => {
      sending = undefined
      if (failures > 0 || (hasUnsent() && state.kind === 'saving')) schedule()
    })
    return sending
  }

  async function sendWaiting(isLeaving: boolean): Promise<void> {
    if (!state.isStored && !isEdited) return
    if (!hasUnsent() || !canSend() || isClosed) return
    batch ??= nextBatch()
    // After a crash, the same batch is sent again.
    store()
    if (!isLeaving) await storing
    let outcome: AppendOutcome
    try {
      outcome = await transport.append(batch)
      if (outcome.kind === 'behind') {
        setState({ isStored: true })
        await readMissing()
      }
    } catch (error) {
      const isDenied = isAccessDeniedError(error)
      failures = isDenied ? 0 : failures + 1
      setState({ kind: isDenied ? 'denied' : 'retrying', error })
      return
    }
    failures = 0
    if (outcome.kind === 'appended') {
      setState({ isStored: true })
      receive(outcome.batches)
      // The stream may have delivered it already.
      batch = null
      store()
      setState({ kind: hasUnsent() ? 'saving' : 'saved', error: undefined, reasons: undefined })
    } else if (outcome.kind === 'behind') {
      // The server can no longer store the batch, unless it has and it was just read.
      if (batch) editor.dispatch(unsendPending(editor.state))
      batch = null
      store()
      if (canSend()) setState({ kind: hasUnsent() ? 'saving' : 'saved', error: undefined })
    } else if (outcome.kind === 'refused') {
      batch = null
      editor.dispatch(unsendPending(editor.state))
      setState({ kind: 'refused', reasons: outcome.reasons, error: undefined })
    } else setState({ kind: outcome.kind, error: undefined, reasons: undefined })
  }

  function nextBatch(): StoredBatch {
    const { transaction, steps, seen } = sendPending(editor.state)
    editor.dispatch(transaction)
    batchCount += 1
    return {
      client,
      batch: batchCount,
      base: version(),
      seen,
      steps: steps.map((step) => step.toJSON()),
      ...(!state.isStored && { isNew: true }),
    }
  }

  /** Applies batches. Skips those that the document has, and reads those that are missing before them. */
  function receive(received: readonly ReceivedBatch[]): void {
    if (isClosed) return
    const fresh = received.filter((one) => one.version > version())
    if (fresh[0] && fresh[0].version !== version() + 1) return void read()
    let others: Batch[] = []
    for (const one of fresh.map(parse)) {
      if (!one.isOwn && one.restoredFor !== 'self') {
        others.push(one)
        continue
      }
      apply(others)
      others = []
      apply([one])
      if (one.isOwn) batch = null
    }
    apply(others)
    if (fresh.length > 0) store()
  }

  function apply(batches: readonly Batch[]): void {
    if (batches.length === 0) return
    const { transaction, lost } = receiveBatches(editor.state, batches)
    editor.dispatch(transaction)
    if (lost) onLost({ text: lost, by: batches.findLast((one) => !one.isOwn)?.by ?? null })
  }

  function parse({ version, seen, by, steps, ...sent }: ReceivedBatch): Batch {
    const isOwner = by === owner
    return {
      version,
      seen,
      by,
      isOwn: isOwner && sent.client === client,
      restoredFor: restoredFor(sent.client, isOwner ? client : undefined),
      steps: steps.map((step) => Step.fromJSON(editor.state.schema, step)),
    }
  }

  /** Retries edits that the account was not allowed to make. */
  async function resume(): Promise<void> {
    if (state.kind === 'denied') setState({ kind: 'saving', error: undefined })
    await send()
  }

  /** Never rejects. */
  function read(): Promise<void> {
    isReadNeeded = true
    reading ??= (async () => {
      while (isReadNeeded && (state.isStored || isReadOnly) && !isClosed) {
        isReadNeeded = false
        try {
          await readMissing()
        } catch {
          // The next event, reconnection or poll reads again.
        }
      }
    })().finally(() => {
      reading = undefined
    })
    return reading
  }

  /** Rejects without a response. */
  async function readMissing(): Promise<void> {
    let isBehind = true
    while (isBehind && !isClosed) isBehind = receiveRead(await transport.read(version()))
  }

  /** @returns whether there is more to read */
  function receiveRead(result: ReadDocument): boolean {
    if (isClosed) return false
    if (result.kind !== 'steps') {
      setState({ kind: result.kind === 'gone' ? 'gone' : 'outdated' })
      return false
    }
    receive(result.batches)
    if (state.kind === 'gone') {
      // Restored from the bin.
      setState({ kind: hasUnsent() ? 'saving' : 'saved' })
      void send()
    }
    return version() < result.version
  }

  // Without a connection, the article opens from the device.
  if (state.isStored && !isEdited) store()
  if (isEdited && hasUnsent()) {
    setState({ kind: 'saving' })
    void send()
  }

  return {
    getState: () => state,
    getVersion: version,
    hasUnsentEdits: () => isEdited && hasUnsent(),
    send: () => send(),
    resume,
    read,
    store,

    /** Call it when the page may end: stores and sends all edits before it returns, without waiting for earlier writes. */
    leave(): void {
      if (!hasUnsent()) return
      void send(true)
      void write()
    },

    /** Call it with each transaction of the editor. */
    onTransaction(transaction: Transaction): void {
      if (!transaction.docChanged || isReceived(transaction)) return
      isEdited = true
      store()
      if (!canSend()) return
      if (state.kind !== 'retrying') setState({ kind: 'saving', reasons: undefined })
      schedule()
    },

    /** Call it with each batch of the stream. */
    onBatch(newest: number, received: ReceivedBatch | undefined): void {
      if (received && received.version === version() + 1) receive([received])
      else if (newest > version()) void read()
    },

    /**
     * Sends all edits.
     *
     * @returns the version of the document; undefined if the server lacks some edits
     */
    async flush(): Promise<number | undefined> {
      isEdited = true
      do await resume()
      while (hasUnsent() && state.kind === 'saving')
      await reading
      return hasUnsent() || !canSend() ? undefined : version()
    },

    /** Sends the remaining edits, unless the last request failed: they then stay on the device. Never rejects. */
    async close(): Promise<void> {
      while (failures === 0 && hasUnsent() && state.kind === 'saving') await send()
      // A batch without its response would be sent again.
      await sending
      isClosed = true
      clearTimeout(timer)
      await storing
    },
  }
}
