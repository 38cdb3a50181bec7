import { permanentArticlePath } from '#kernel/article-path.ts'
import { readFormerAddress } from '../rules/former-address.ts'
import type { ImportSource } from '../rules/import-item.ts'
import type { ImportOptions } from '../rules/import-options.ts'
import { replaceLinks } from '../rules/replace-links.ts'
import { readFacts } from './import-context.server.ts'
import { importedId, ledgerKey } from './import-ids.server.ts'
import { MAX_ADDRESSES } from './store-redirects.server.ts'

/** Bounds the memory. Links to the others are redirected. */
const MAX_KNOWN = 500_000

/** Replaces links to former addresses of articles, as {@link replaceLinks} returns it. */
export type LinkArticles = (html: string) => { html: string; count: number }

/**
 * Reads the former addresses of all articles of a source, so that links between them lead to the imported ones. Their ids are
 * known before they are stored.
 *
 * @param paper as `paperOf` returns it
 */
export async function readArticleLinks(
  source: Pick<ImportSource, 'items' | 'siteUrl'>,
  paper: string,
  options: ImportOptions,
  signal: AbortSignal,
  now: Date,
): Promise<LinkArticles> {
  const ids = new Map<string, string>()
  for await (const item of source.items({ hasTexts: false })) {
    signal.throwIfAborted()
    if (item.kind !== 'article' || !readFacts(item, options, now)) continue
    const id = importedId(paper, 'article', ledgerKey(item.key))
    for (const address of item.addresses.slice(0, MAX_ADDRESSES)) {
      const former = readFormerAddress(address, source.siteUrl)
      if (former && !former.file && !ids.has(former.key) && ids.size < MAX_KNOWN) ids.set(former.key, id)
    }
  }
  return (html) =>
    replaceLinks(html, (address) => {
      if (!/^(?:https?:\/\/|\/)/i.test(address)) return undefined
      const id = ids.get(readFormerAddress(address, source.siteUrl)?.key ?? '')
      const hash = URL.parse(address, 'https://site.invalid')?.hash
      return id && permanentArticlePath(id) + hash
    })
}
