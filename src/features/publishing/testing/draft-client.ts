import { randomUUID } from 'node:crypto'
import * as Y from 'yjs'
import { createDraftDocument, readForm, writeForm } from '#features/collaboration/rules/draft-document.ts'
import { appendUpdate } from '#features/collaboration/server/append-update.server.ts'
import { readUpdates } from '#features/collaboration/server/draft-updates.server.ts'
import { type ArticleForm, EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import type { DraftActor } from '#features/drafts/server/require-draft-access.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { findDraft } from '../server/find-draft.server.ts'

/** Opens the document of a draft as the editor does. The content is edited as HTML source. */
export async function openDraftClient(db: Db, by: DraftActor, id: string, now: Date) {
  let doc: Y.Doc
  let seq = 0

  async function open(): Promise<void> {
    const found = await readUpdates(db, by, { id })
    if (found.kind === 'gone') throw new Error('The draft is in the bin')
    if (found.kind === 'updates') {
      doc = createDraftDocument(found.document)
      for (const update of found.updates) Y.applyUpdate(doc, update)
      seq = found.seq
      return
    }
    const stored = await findDraft(db, id, by)
    doc = createDraftDocument(randomUUID())
    writeForm(doc, stored?.form ?? EMPTY_ARTICLE)
    await send(Y.encodeStateAsUpdate(doc), stored?.formHash ?? null)
  }

  async function send(update: Uint8Array, seedOf?: string | null, at = now) {
    const outcome = await appendUpdate(db, by, { id, document: doc.guid, update, seedOf }, at)
    // Otherwise there are updates of others, which `receive` reads.
    if (outcome.kind === 'appended' && outcome.seq === seq + 1) seq = outcome.seq
    return outcome
  }

  await open()
  return {
    get doc() {
      return doc
    },
    get base() {
      return { document: doc.guid, seq }
    },
    read: () => readForm(doc),
    send,
    /** Changes fields, and returns the update, which is not sent. */
    write(change: Partial<ArticleForm>): Uint8Array {
      const before = Y.encodeStateVector(doc)
      writeForm(doc, change)
      return Y.encodeStateAsUpdate(doc, before)
    },
    edit(change: Partial<ArticleForm>, at = now) {
      return send(this.write(change), undefined, at)
    },
    /** Reads the updates of others. */
    async receive() {
      const found = await readUpdates(db, by, { id, since: { document: doc.guid, seq } })
      if (found.kind !== 'updates' || found.document !== doc.guid) return open()
      for (const update of found.updates) Y.applyUpdate(doc, update)
      seq = found.seq
    },
  }
}
