import { LRUCache } from 'lru-cache'
import { currentPhrases } from '#kernel/text/phrase.ts'
import { place } from '#kernel/time/place.ts'

/** In UTF-16 code units of texts and results: a few hundred articles. */
const MAX_SIZE = 2_000_000

/**
 * Returns `write` with its results for recent texts kept, since a page is written again whenever one of the articles that it
 * lists changes, mostly with the same text. Results in different languages are kept apart.
 *
 * @param write depends on nothing but the text, the phrases and the place
 * @param maxSize of the texts and results, in UTF-16 code units
 */
export function memoiseText(
  write: (text: string) => string,
  maxSize: number = MAX_SIZE,
): (text: string) => string {
  const caches = new WeakMap<object, LRUCache<string, string>>()
  return (text) => {
    // A change of the place replaces the phrases too.
    const language = currentPhrases() ?? place()
    let results = caches.get(language)
    if (!results) {
      results = new LRUCache({
        maxSize,
        sizeCalculation: (result, text) => 1 + text.length + result.length,
        memoMethod: (text) => write(text),
      })
      caches.set(language, results)
    }
    return results.memo(text)
  }
}
