import { languageDirection } from './language-tag.ts'
import type { Catalogue, Phrases } from './phrase.ts'

// Larger than phrase.ts: browsers load it only if the settings differ from the defaults.

/** The languages of the reader area's texts (ISO 639), with their locales (BCP 47). */
const LOCALES_OF = {
  en: 'GB US AU CA IE IN JM KE NG NZ PH SG ZA',
  de: 'DE AT CH BE LI LU',
  fr: 'FR BE CA CH CI DZ LU MA SN TN',
  es: 'ES MX AR BO CL CO CR CU DO EC GT HN NI PA PE PR PY SV US UY VE',
  ar: 'EG AE BH DZ IQ JO KW LB LY MA OM PS QA SA SD SY TN YE',
}

export type Language = keyof typeof LOCALES_OF

export const LANGUAGES = Object.keys(LOCALES_OF) as Language[]

export const LOCALES: readonly string[] = Object.entries(LOCALES_OF).flatMap(([language, regions]) =>
  regions.split(' ').map((region) => `${language}-${region}`),
)

export function languageOf(locale: string): Language {
  return locale.slice(0, 2) as Language
}

/**
 * Returns the locale with its digits and the Gregorian calendar, which servers and browsers may choose differently:
 * "ar-EG-u-ca-gregory-nu-arab".
 */
export function completeLocale(locale: string): string {
  if (languageOf(locale) !== 'ar' || locale.includes('-u-')) return locale
  const { numberingSystem } = new Intl.NumberFormat(locale).resolvedOptions()
  return `${locale}-u-ca-gregory-nu-${numberingSystem}`
}

export function createPhrases(locale: string, catalogue: Catalogue): Phrases {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  return {
    catalogue,
    pluralCategory: (count) => rules.select(count),
    writeNumber: (value) => numbers.format(value),
    direction: languageDirection(locale),
  }
}
