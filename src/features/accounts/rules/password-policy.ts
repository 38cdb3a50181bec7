import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Spec §5 and §9. */
export const MIN_PASSWORD_LENGTH = 6
/** In UTF-16 code units; limits the cost of hashing. */
export const MAX_PASSWORD_LENGTH = 128

export type PasswordError = 'too-short' | 'too-long' | 'common'

/** The first: spec §5. */
export const PASSWORD_ERRORS: Record<PasswordError, string> = {
  'too-short': `Password must be at least ${MIN_PASSWORD_LENGTH} characters long`,
  'too-long': `Password must be at most ${MAX_PASSWORD_LENGTH} characters long`,
  common: 'This password is one of the most common ones. Please choose another.',
}

/** zxcvbn's score. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4

let commonPasswords: Promise<ReadonlySet<string>> | undefined
let estimator: Promise<ZxcvbnFactory> | undefined

export async function validatePassword(password: string): Promise<PasswordError | null> {
  if (password.length < MIN_PASSWORD_LENGTH) return 'too-short'
  if (password.length > MAX_PASSWORD_LENGTH) return 'too-long'
  commonPasswords ??= loadCommonPasswords()
  return (await commonPasswords).has(password.trim().toLowerCase()) ? 'common' : null
}

/** @param own values that attackers try first, such as the account's name */
export async function estimatePasswordStrength(
  password: string,
  own: string[] = [],
): Promise<PasswordStrength> {
  estimator ??= loadEstimator().catch((error) => {
    estimator = undefined
    throw error
  })
  const hints = own.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter(Boolean)
  return (await estimator).check(password, hints).score
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
