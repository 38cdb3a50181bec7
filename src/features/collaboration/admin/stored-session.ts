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
  /** It is the newest document of the server. */
  isRead?: true
  client?: string
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
      const steps = pending.map(({ step }) => parse(step))
      return {
        version,
        pending: pending.map(({ inverted, seen }, index) => ({
          step: steps[index] as Step,
          inverted: parse(inverted),
          seen,
        })),
        // Those of the batch may be at an earlier version.
        sent: batch && { steps: steps.slice(0, sentCount), since: [], count: sentCount },
        ownTexts: ownTexts ?? [],
      }
    },
    isNew,
    client,
    resumed: { batch, batchCount },
  }
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
    sentCount: sent?.count ?? 0,
    ownTexts,
  }
}

const lockName = (client: string) => `draft-editor-${client}`

/** Tells other tabs that an editor continues its record on this device. */
export function holdLock(client: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  void navigator.locks?.request(lockName(client), () => promise)
  return resolve
}

export async function isOpenElsewhere(client: string): Promise<boolean> {
  const held = (await navigator.locks?.query())?.held ?? []
  return held.some(({ name }) => name === lockName(client))
}
