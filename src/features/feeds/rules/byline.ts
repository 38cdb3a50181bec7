import { truncateText } from '#kernel/text.ts'
import { plainLine } from './plain-line.ts'

const MAX_LENGTH = 200
/** Of one author as the feed writes it, markup included. */
const LONGEST_NAME = 400

const ADDRESS = /[<([]?\b(?:mailto:)?[^\s@<>()[\]]+@[^\s@<>()[\]]+\.[^\s@<>()[\]]+[>)\]]?|https?:\/\/\S+/gi

/** Accounts of the software that wrote the feed, not people. */
const NOBODY = /^(?:admin(?:istrator)?|webmaster|root|unknown|none|null|undefined|anonymous|n\/a)$/i

/**
 * The authors as a byline prints them after "By": "A, B and C". Mail addresses are never shown; the result is empty if
 * nothing else is given.
 *
 * @param authors as the feed gives them, for example "mail@host (Jane Roe)" or "By Jane Roe"
 */
export function byline(authors: readonly string[]): string {
  const names = authors.map(personName).filter((name) => name !== '' && !NOBODY.test(name))
  return truncateText(listed([...new Set(names)]), MAX_LENGTH)
}

function personName(author: string): string {
  // Cut first: the patterns below are slow on a long name made for that.
  const text = plainLine({ value: author.slice(0, LONGEST_NAME), type: 'html' })
    .replace(ADDRESS, ' ')
    .replace(/^\s*by:?\s+/i, '')
    .replace(/^[\s,;:|–-]+|[\s,;:|–-]+$/g, '')
  return /^\(([^()]*)\)$/.exec(text)?.[1]?.trim() ?? text.replace(/\s+/g, ' ')
}

function listed(names: string[]): string {
  const last = names.at(-1) ?? ''
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last
}
