import { Node, type Schema } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import { Step } from '@tiptap/pm/transform'
import { DRAFT_SCHEMA } from '#features/drafts/rules/draft-schema.ts'
import type { StoredDocument } from '#ui/admin/stored-documents.ts'
import { type CollaborationState, readCollaboration } from './collaboration-plugin.ts'

/** A document to edit. Without `resumed`, none of its edits is unsent. */
export type Opened = {
  doc: Node
  initial: (schema: Schema) => Partial<CollaborationState>
  isNew: boolean
  /** It is the newest document on the server. */
  isRead?: true
  client?: string
  /** Ends the claim of the record. */
  release?: () => void
  resumed?: Pick<StoredDocument, 'batch' | 'batchCount'>
}

export function fromStored({
  document,
  version,
  pending,
  sentCount,
  ownTexts,
  batch,
  batchCount,
  isNew,
  client,
}: StoredDocument): Opened {
  return {
    doc: Node.fromJSON(DRAFT_SCHEMA, document),
    initial(schema) {
      const parse = (step: object) => Step.fromJSON(schema, step)
      const parsed = pending.map(({ step, inverted, seen }) => ({
        step: parse(step),
        inverted: parse(inverted),
        seen,
      }))
      return {
        version,
        pending: parsed,
        // The steps of the batch may be at an earlier version.
        sent: batch && { steps: parsed.slice(0, sentCount), since: [], left: [...Array(sentCount).keys()] },
        ownTexts: ownTexts ?? [],
      }
    },
    isNew,
    client,
    resumed: { batch, batchCount },
  }
}

/** The document without the edits that the server does not have, for an editor beside the one that will send them. */
export function fromConfirmed({ document, version, pending, isNew }: StoredDocument): Opened {
  const doc = pending.reduceRight(
    (before, { inverted }) => Step.fromJSON(DRAFT_SCHEMA, inverted).apply(before).doc ?? before,
    Node.fromJSON(DRAFT_SCHEMA, document),
  )
  return { doc, initial: () => ({ version }), isNew }
}

export function toStored(
  state: EditorState,
): Pick<StoredDocument, 'document' | 'version' | 'pending' | 'sentCount' | 'ownTexts'> {
  const { version, pending, sent, ownTexts } = readCollaboration(state)
  return {
    document: state.doc.toJSON(),
    version,
    pending: pending.map(({ step, inverted, seen }) => ({
      step: step.toJSON(),
      inverted: inverted.toJSON(),
      seen,
    })),
    sentCount: sent?.left.length ?? 0,
    ownTexts,
  }
}

const lockName = (client: string) => `draft-editor-${client}`

/** An editor that is being closed, or edits that are being sent, need the record for a moment. */
export const CLAIM_WAIT_MS = 500

/**
 * Claims the record of an editor on this device, which one at a time may continue or send.
 *
 * @param waitMs how long to wait for it
 * @returns a function that ends the claim; undefined if somebody else has it, possibly in another tab
 */
export async function claimRecord(client: string, waitMs = 0): Promise<(() => void) | undefined> {
  if (!navigator.locks) return () => {}
  const { promise: claimed, resolve: release } = Promise.withResolvers<void>()
  const options = waitMs > 0 ? { signal: AbortSignal.timeout(waitMs) } : { ifAvailable: true }
  const isClaimed = await new Promise<boolean>((resolve) => {
    navigator.locks
      .request(lockName(client), options, (lock) => {
        resolve(lock !== null)
        return lock ? claimed : undefined
      })
      // Any other error: the browser does not permit locks.
      .catch((error) => resolve(Object(error).name !== 'TimeoutError'))
  })
  return isClaimed ? release : undefined
}

export async function isOpenElsewhere(client: string): Promise<boolean> {
  const held = (await navigator.locks?.query())?.held ?? []
  return held.some(({ name }) => name === lockName(client))
}
