import type { ImportedArticle, ImportItem, ImportSource } from '../rules/import-item.ts'
import { NO_FIELDS } from '../rules/source-values.ts'

/** A source with these items and files. */
export function fakeSource(
  items: readonly ImportItem[],
  files: Readonly<Record<string, Uint8Array>> = {},
): ImportSource {
  return {
    format: 'folder',
    siteUrl: 'https://courier.example/',
    async *items() {
      yield* items
    },
    async readFile(address) {
      const bytes = files[address]
      return bytes ? chunksOf(bytes) : null
    },
    async [Symbol.asyncDispose]() {},
  }
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

export function fakeArticle(key: string, article: Partial<ImportedArticle> = {}): ImportedArticle {
  return {
    ...NO_FIELDS,
    kind: 'article',
    key,
    addresses: [`https://courier.example/2019/05/${key}/`, `/?p=${key}`],
    title: `Article ${key}`,
    html: `<p>Text of ${key}.</p>`,
    state: 'published',
    createdAt: '2019-05-01T09:00:00Z',
    publishedAt: '2019-05-01T10:00:00Z',
    ...article,
  }
}
