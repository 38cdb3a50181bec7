const RELOADED_KEY = 'reloaded-for-locale'

/**
 * A page has the language, the phrases and the time zone with which it was loaded. If they have changed, it reloads, once for each
 * version, since a CDN may still have the former page; without session storage, it does not reload.
 *
 * @param locale the version of the newspaper
 * @returns whether it reloads
 */
export function reloadInOtherLocale(locale: string): boolean {
  const { lang, dataset } = document.documentElement
  try {
    if (locale === [lang, dataset.place, dataset.phrases].join(' ')) sessionStorage.removeItem(RELOADED_KEY)
    else if (sessionStorage.getItem(RELOADED_KEY) !== locale) {
      sessionStorage.setItem(RELOADED_KEY, locale)
      location.reload()
      return true
    }
  } catch {}
  return false
}
