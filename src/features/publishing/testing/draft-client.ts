import { randomUUID } from 'node:crypto'
import { Node } from '@tiptap/pm/model'
import { Step } from '@tiptap/pm/transform'
import { appendSteps } from '#features/collaboration/server/append-steps.server.ts'
import { readDocument } from '#features/collaboration/server/read-document.server.ts'
import { type ArticleForm, EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { changesTo } from '#features/drafts/rules/document-changes.ts'
import { readForm } from '#features/drafts/rules/draft-document.ts'
import { DRAFT_SCHEMA } from '#features/drafts/rules/draft-schema.ts'
import { toDocument } from '#features/drafts/server/draft-document.server.ts'
import type { DraftActor } from '#features/drafts/server/require-draft-access.server.ts'
import type { Db } from '#platform/database/db.server.ts'

/** Opens the document of a draft as the editor does; that of a new draft is empty. */
export async function openDraftClient(db: Db, by: DraftActor, id: string, now: Date) {
  const client = randomUUID()
  let doc = toDocument(EMPTY_ARTICLE)
  let version = 0
  let batch = 0
  let isNew = false

  async function open(): Promise<void> {
    const found = await readDocument(db, by, { id })
    isNew = found.kind === 'gone'
    if (found.kind !== 'document') return
    doc = Node.fromJSON(DRAFT_SCHEMA, found.document)
    version = found.version
  }

  /** Sends steps of this document, which follows the server. */
  async function send(steps: readonly Step[], at = now) {
    batch += 1
    const request = { id, client, batch, base: version, seen: version, isNew }
    const outcome = await appendSteps(db, by, { ...request, steps: steps.map((step) => step.toJSON()) }, at)
    if (outcome.kind === 'appended') {
      isNew = false
      receive(outcome.batches)
    }
    return outcome
  }

  function receive(batches: readonly { version: number; steps: object[] }[]): void {
    for (const { version: next, steps } of batches) {
      for (const step of steps) doc = Step.fromJSON(DRAFT_SCHEMA, step).apply(doc).doc ?? doc
      version = next
    }
  }

  await open()
  return {
    client,
    get base() {
      return { version }
    },
    read: () => readForm(doc),
    send,
    /** The smallest steps that change fields. */
    stepsFor: (change: Partial<ArticleForm>) =>
      changesTo(doc, toDocument({ ...readForm(doc), ...change })).steps,
    edit(change: Partial<ArticleForm>, at = now) {
      return send(this.stepsFor(change), at)
    },
    /** Reads the changes of others. */
    async receive() {
      const found = await readDocument(db, by, { id, since: version })
      if (found.kind === 'steps') receive(found.batches)
      else await open()
    },
  }
}
