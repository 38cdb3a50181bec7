import { randomInt } from 'node:crypto'
import * as z from 'zod'
import { findPasswordFault, PASSWORD_FAULTS } from '#features/accounts/rules/judge-password.ts'
import { findAccount } from '#features/accounts/server/accounts.server.ts'
import { endSessions } from '#features/accounts/server/end-sessions.server.ts'
import { makeAdministrator, removeSecondFactor } from '#features/accounts/server/make-administrator.server.ts'
import { BY_COMMAND, recordAudit } from '#features/accounts/server/record-audit.server.ts'
import { setPassword } from '#features/accounts/server/set-password.server.ts'
import { fail, readWords, say, UsageError, type Work } from './command-words.ts'
import type { Terminal } from './terminal.ts'

/** Without those that are taken for another (0 and O, 1 and l and I). */
const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** 116 bits. */
const GENERATED_LENGTH = 20

const CREATE = 'admin create EMAIL [--name NAME] [--generate]'
const RESET = 'admin reset EMAIL [--generate] [--remove-two-factor]'
const generate = { type: 'boolean', default: false } as const

/** `masthead admin create`: makes an administrator, or one of the account that has the address. */
export function readAdminCreate(argv: string[], terminal: Terminal): Work {
  const { operand, values } = readWords(argv, CREATE, {
    name: { type: 'string', default: 'Admin' },
    generate,
  })
  const email = readEmail(operand)
  return async (db) => {
    if ((await findAccount(db, email))?.role === 'admin')
      return fail(`${email} is an administrator already; "masthead admin reset" sets another password.`, 1)
    return withPassword(terminal, values.generate, async (password) => {
      await db.transaction(async (tx) => {
        const id = await makeAdministrator(tx, { name: values.name, email, password })
        await recordAudit(tx, { by: BY_COMMAND, action: 'user.promote', subjectId: id, subject: email })
      })
      say(`${email} is an administrator.`)
    })
  }
}

/** `masthead admin reset`: sets another password, ends the sessions, and can remove the second factor. */
export function readAdminReset(argv: string[], terminal: Terminal): Work {
  const { operand, values } = readWords(argv, RESET, {
    generate,
    'remove-two-factor': { type: 'boolean', default: false },
  })
  const email = readEmail(operand)
  return async (db) => {
    const account = await findAccount(db, email)
    if (!account) return fail(`There is no account ${email}.`, 1)
    return withPassword(terminal, values.generate, async (password) => {
      const ended = await db.transaction(async (tx) => {
        await setPassword(tx, account.id, password)
        const on = { by: BY_COMMAND, subjectId: account.id, subject: email }
        await recordAudit(tx, { ...on, action: 'password.reset' })
        if (values['remove-two-factor']) {
          await removeSecondFactor(tx, account.id)
          await recordAudit(tx, { ...on, action: 'second-factor.disable' })
        }
        return endSessions(tx, account.id)
      })
      say(`Set another password for ${email}, and ended ${ended} sessions.`)
    })
  }
}

/** Has a password typed or generated; one that was generated is shown once it counts. */
async function withPassword(
  terminal: Terminal,
  isGenerated: boolean,
  use: (password: string) => Promise<void>,
): Promise<number> {
  const password = isGenerated ? generatePassword() : await terminal.askSecret('Password: ')
  const fault = await findPasswordFault(password)
  if (fault) return fail(`${PASSWORD_FAULTS[fault]}${/\.$/.test(PASSWORD_FAULTS[fault]) ? '' : '.'}`, 1)
  if (!isGenerated && terminal.isPerson && (await terminal.askSecret('Once more: ')) !== password)
    return fail('The two passwords are not the same.', 1)
  await use(password)
  if (isGenerated) say(`Password: ${password}`)
  return 0
}

function generatePassword(): string {
  return Array.from({ length: GENERATED_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

function readEmail(text: string): string {
  const parsed = z.email().max(254).safeParse(text.trim().toLowerCase())
  if (!parsed.success) throw new UsageError(`"${text}" is not an email address.`)
  return parsed.data
}
