import { LRUCache } from 'lru-cache'
import { currentPhrases, type Phrases } from '#kernel/text/phrase.ts'

/** For each function, in UTF-16 code units of texts and results: a few hundred articles. */
const MAX_SIZE = 3_000_000
const ENGLISH = {}

/**
 * Returns `write` with its results for recent texts kept, since a page is written again whenever one of the articles that it
 * lists changes, mostly with the same text. Results in different languages are kept apart.
 *
 * @param write depends on nothing but the text and the phrases
 */
export function memoiseText<Result extends string | number>(
  write: (text: string) => Result,
): (text: string) => Result {
  const ofPhrases = new WeakMap<Phrases | object, LRUCache<string, Result>>()
  return (text) => {
    const phrases = currentPhrases() ?? ENGLISH
    let results = ofPhrases.get(phrases)
    if (!results) {
      results = new LRUCache({
        maxSize: MAX_SIZE,
        sizeCalculation: (result, text) => 1 + text.length + String(result).length,
        memoMethod: write,
      })
      ofPhrases.set(phrases, results)
    }
    return results.memo(text)
  }
}
