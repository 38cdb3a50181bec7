import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Spec §5 and §9. */
export const SHORTEST_PASSWORD = 6
/** What is hashed must be bounded; nobody types more. In UTF-16 units. */
export const LONGEST_PASSWORD = 128

export type PasswordFault = 'too-short' | 'too-long' | 'common'

/** What who chose such a password is told (the first: spec §5). */
export const PASSWORD_FAULTS: Record<PasswordFault, string> = {
  'too-short': `Password must be at least ${SHORTEST_PASSWORD} characters long`,
  'too-long': `Password must be at most ${LONGEST_PASSWORD} characters long`,
  common: 'This password is among the most common ones. Please choose another.',
}

/** How hard a password is to guess: 0 is the weakest, 4 the strongest. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4

let commonPasswords: Promise<ReadonlySet<string>> | undefined
let meter: Promise<ZxcvbnFactory> | undefined

/** What keeps a new password from being taken, or null. The list of common ones is loaded when first asked for. */
export async function findPasswordFault(password: string): Promise<PasswordFault | null> {
  if (password.length < SHORTEST_PASSWORD) return 'too-short'
  if (password.length > LONGEST_PASSWORD) return 'too-long'
  commonPasswords ??= loadCommonPasswords()
  return (await commonPasswords).has(password.trim().toLowerCase()) ? 'common' : null
}

/**
 * @param own what an attacker would try first: the account's name and address
 */
export async function measurePassword(password: string, own: string[] = []): Promise<PasswordStrength> {
  meter ??= loadMeter().catch((error) => {
    // The network may be back at the next keystroke.
    meter = undefined
    throw error
  })
  const hints = own.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter(Boolean)
  return (await meter).check(password, hints).score
}

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

async function loadMeter(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}
