import { isAdminPath } from '#kernel/paths.ts'
import { createPhrases } from '#kernel/text/languages.ts'
import { setPhrases } from '#kernel/text/phrase.ts'
import { applyPlace } from '#kernel/time/apply-place.ts'
import { setEnglishDates } from '#kernel/time/dates.ts'
import type { Place } from '#kernel/time/place.ts'

/**
 * Sets the place and language of the page. Browsers load this file only if they differ from the defaults.
 *
 * @param address of the language's phrases
 * @throws if they cannot be loaded: the page then stays as the server wrote it
 */
export async function loadLanguage(place: Place, address: string | undefined): Promise<void> {
  applyPlace(place)
  setEnglishDates(() => isAdminPath(location.pathname))
  const response = address && (await fetch(address))
  if (response && !response.ok) throw new Error(`${address}: ${response.status}`)
  const phrases = createPhrases(place.locale, response ? await response.json() : {})
  setPhrases(() => phrases)
}
