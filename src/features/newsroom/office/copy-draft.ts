import * as Y from 'yjs'
import { createDraftDocument } from '../rules/draft-document.ts'
import type { DraftSession } from './draft-session.ts'
import { createDraftTransport } from './draft-transport.ts'
import { writeArticle } from './rich-text-document.ts'

/** Stores the text of the editor as a new article. @returns its id */
export async function copyDraft({ sync, readForm }: DraftSession): Promise<string> {
  const id = crypto.randomUUID()
  const doc = createDraftDocument(crypto.randomUUID())
  writeArticle(doc, readForm())
  const update = Y.encodeStateAsUpdate(doc)
  const outcome = await createDraftTransport(id).append({ document: doc.guid, update, seedOf: null })
  if (outcome.kind !== 'appended') throw new Error(`The copy was not stored: ${outcome.kind}`)
  await sync.discard()
  return id
}
