/** Month names in English, Portuguese, Spanish, German, French and Italian, without accents, and odd abbreviations. */
const MONTHS = [
  'january janeiro enero januar janner janvier gennaio',
  'february fevereiro febrero februar fevrier febbraio',
  'march marco marzo marz maerz mars mrz',
  'april abril avril aprile',
  'may maio mayo mai maggio',
  'june junho junio juni juin giugno',
  'july julho julio juli juillet luglio',
  'august agosto aout',
  'september setembro septiembre setiembre septembre settembre',
  'october outubro octubre oktober octobre ottobre',
  'november novembro noviembre novembre',
  'december dezembro diciembre dezember decembre dicembre',
].map((names) => names.split(' '))

/** The month, 1 to 12, that a name or an abbreviation of at least three letters stands for ("Set", "Mär.", "août"). */
export function monthNumber(name: string): number | undefined {
  const word = name
    .normalize('NFD')
    .replace(/\P{ASCII}/gu, '')
    .replace(/\.$/, '')
    .toLowerCase()
  if (word.length < 3) return undefined
  const index = MONTHS.findIndex((names) => names.some((month) => month.startsWith(word)))
  return index === -1 ? undefined : index + 1
}
