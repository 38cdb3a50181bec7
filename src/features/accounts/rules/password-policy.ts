import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { hasCapability } from '#features/access/rules/access.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#kernel/password-length.ts'
import type { Role } from '#kernel/roles.ts'
import { phrase } from '#kernel/text/phrase.ts'

/** Estimates take quadratic time, 50 ms for this length. Further characters are not rated. */
const MAX_ESTIMATED_LENGTH = 40

export type PasswordError = 'too-short' | 'too-long' | 'common' | 'weak'

/** `too-short`: spec §5. */
export const passwordErrors = (): Record<PasswordError, string> => ({
  'too-short': phrase('Password must be at least {min} characters long', { min: MIN_PASSWORD_LENGTH }),
  'too-long': phrase('Password must be at most {max} characters long', { max: MAX_PASSWORD_LENGTH }),
  common: phrase('This password is one of the most common ones. Please choose another.'),
  weak: phrase(
    'This password is easy to guess. Please choose a longer one, such as several unrelated words.',
  ),
})

/** zxcvbn's score. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4

/** For each value. */
const MAX_OWN_WORDS = 8
/** Shorter ones occur in other words. */
const MIN_KNOWN_LENGTH = 4
/** People who must change their password often combine these with the year. */
const PREDICTABLE = (
  'spring summer autumn winter fall january february march april may20 june july august september october november december ' +
  'monday tuesday wednesday thursday friday saturday sunday welcome password passwort changeme letmein qwerty admin ' +
  'login hello football newsroom newspaper editor christmas easter london england masthead journalist headline iloveyou'
).split(' ')
/** Examples of strong passwords that everybody knows, without separators. */
const FAMOUS = ['correcthorsebatterystaple', 'tr0ub4dor3', 'troubador3', 'hunter2', 'mydogsnameisrex']
/** Characters that replace letters, when a letter or another replacement follows. */
const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
}
/** The characters that digit keys of a US keyboard type with Shift, in the order of `UNSHIFTED`. */
const SHIFTED = '!@#$%^&*()'
const UNSHIFTED = '1234567890'
const MAX_WALK_LENGTH = 24
const WORD = /[\p{L}\p{N}]+/gu
/** A date and punctuation. */
const MAX_NUMBER_LENGTH = 10
const MIN_STRENGTH: PasswordStrength = 2
/** For roles with access to the admin area. */
const MIN_STAFF_STRENGTH: PasswordStrength = 3

/** Clients get the message of `weak`. */
export class WeakPasswordError extends Error {
  readonly field: string

  constructor(field = 'password') {
    super(passwordErrors().weak)
    this.field = field
  }
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined
let estimator: Promise<ZxcvbnFactory> | undefined

/** Checks length and frequency; isStrongPassword does the rest. */
export async function validatePassword(password: string): Promise<PasswordError | null> {
  if (password.length < MIN_PASSWORD_LENGTH) return 'too-short'
  if (password.length > MAX_PASSWORD_LENGTH) return 'too-long'
  commonPasswords ??= loadCommonPasswords()
  return (await commonPasswords).has(password.trim().toLowerCase()) ? 'common' : null
}

export async function isStrongPassword(
  password: string,
  { own, role }: { own: string[]; role: Role },
): Promise<boolean> {
  const required = hasCapability({ role }, 'admin.open') ? MIN_STAFF_STRENGTH : MIN_STRENGTH
  return (await estimatePasswordStrength(password, own)) >= required
}

/** @param own values that attackers would try first, such as the account's name */
export async function estimatePasswordStrength(
  password: string,
  own: string[] = [],
): Promise<PasswordStrength> {
  estimator ??= loadEstimator().catch((error) => {
    estimator = undefined
    throw error
  })
  const hints = own.flatMap((text) => [text, ...listWordRuns(text)]).filter(Boolean)
  const rated = password.slice(0, MAX_ESTIMATED_LENGTH)
  const loaded = await estimator
  commonPasswords ??= loadCommonPasswords()
  const common = await commonPasswords
  const texts = new Set([rated, removeKnownWords(rated, hints)])
  const written = removeFamous(rated)
  for (const text of new Set([written, replaceLookalikes(written)])) {
    const rest = removeKnownWords(text, [...hints, ...PREDICTABLE])
    if (isKnownWordWithNumber(rest, text, common)) return 0
    texts.add(rest)
  }
  if (rated.length <= MAX_WALK_LENGTH) texts.add(unshift(rated))
  return Math.min(...[...texts].map((text) => loaded.check(text, hints).score)) as PasswordStrength
}

/**
 * Also removes repeated words: the estimator gives "masthead-masthead" three points, however well known its parts are.
 */
function removeKnownWords(password: string, known: readonly string[]): string {
  const lower = password.toLowerCase()
  const longestFirst = known
    .filter(({ length }) => length >= MIN_KNOWN_LENGTH)
    .toSorted((one, other) => other.length - one.length)
  let rest = lower
  for (const word of longestFirst) rest = rest.replaceAll(word.toLowerCase(), ' ')
  const seen = new Set<string>()
  rest = rest.replace(WORD, (word) => {
    if (seen.has(word)) return ''
    seen.add(word)
    return word
  })
  return rest === lower ? password : rest
}

/**
 * A known or common word with a number, however it is spelled.
 *
 * @param rest what known words leave of the password
 */
function isKnownWordWithNumber(rest: string, password: string, common: ReadonlySet<string>): boolean {
  if (rest.replace(/[\p{L}\s]/gu, '').length > MAX_NUMBER_LENGTH) return false
  const [left, all] = [distinctLetters(rest), distinctLetters(password)]
  return (rest !== password && left.length < MIN_KNOWN_LENGTH) || common.has(left) || common.has(all)
}

function distinctLetters(text: string): string {
  return [...new Set(text.toLowerCase().match(/\p{L}+/gu))].join('')
}

/** "G4zette2026!" is "Gazette2026!". */
function replaceLookalikes(password: string): string {
  let [spelled, isWord] = ['', false]
  for (const character of [...password].toReversed()) {
    const letter = isWord ? LOOKALIKES[character] : undefined
    spelled = (letter ?? character) + spelled
    isWord = letter !== undefined || /\p{L}/u.test(character)
  }
  return spelled
}

function unshift(password: string): string {
  return [...password.toLowerCase()]
    .map((character) => UNSHIFTED[SHIFTED.indexOf(character)] ?? character)
    .join('')
}

/** Separators in an example do not matter. */
function removeFamous(password: string): string {
  const letters = password.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const known = FAMOUS.filter((example) => letters.includes(example))
  return known.length === 0
    ? password
    : known.reduce((rest, example) => rest.replaceAll(example, ' '), letters)
}

/** "The Daily Star": each word, "thedaily", "the daily", "dailystar" and so on. */
function listWordRuns(text: string): string[] {
  const words = (text.match(WORD) ?? []).slice(0, MAX_OWN_WORDS)
  return words.flatMap((_, start) =>
    words.slice(start).flatMap((_, length) => {
      const run = words.slice(start, start + length + 1)
      return length === 0 ? run : [run.join(''), run.join(' ')]
    }),
  )
}

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}
