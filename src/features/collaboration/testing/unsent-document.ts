import { createEmptyDocument } from '#features/drafts/rules/draft-schema.ts'
import type { StoredDocument } from '#ui/admin/stored-documents.ts'

/** Returns the stored record of an editor that was closed without a connection after a headline was typed. */
export function unsentDocument(
  headline: string,
  { version = 0, ...more }: Partial<StoredDocument> = {},
): StoredDocument {
  const content = [{ type: 'text', text: headline }]
  const document = createEmptyDocument().toJSON()
  document.content[0].content = content
  const step = { stepType: 'replace', from: 1, to: 1, slice: { content } }
  const inverted = { stepType: 'replace', from: 1, to: 1 + headline.length }
  return {
    client: crypto.randomUUID(),
    owner: 'ada',
    draft: 'draft',
    document,
    version,
    pending: [{ step, inverted, seen: version }],
    sentCount: 0,
    batch: null,
    batchCount: 0,
    isNew: false,
    lost: [],
    stored: null,
    savedAt: 0,
    ...more,
  }
}
