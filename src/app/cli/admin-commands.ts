import { randomInt } from 'node:crypto'
import { accountEmail } from '#features/accounts/rules/account-forms.ts'
import {
  passwordErrors,
  validatePassword,
  WeakPasswordError,
} from '#features/accounts/rules/password-policy.ts'
import {
  createAdministrator,
  findAccount,
  resetAccess,
} from '#features/accounts/server/administrators.server.ts'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { formatCount } from '#kernel/format-count.ts'
import { type DatabaseCommand, parseArguments, print, printError, UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'

/** Without look-alikes (0 and O, 1, l and I). */
const CHARACTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** 116 bits. */
const PASSWORD_LENGTH = 20

const CREATE_USAGE = 'admin create EMAIL [--name NAME] [--generate]'
const RESET_USAGE = 'admin reset EMAIL [--generate] [--remove-two-factor]'
const generate = { type: 'boolean', default: false } as const

/** Creates an administrator, or promotes an existing account, which keeps its name unless another is given. */
export function parseAdminCreate(argv: string[], terminal: Terminal): DatabaseCommand {
  const { operand, values } = parseArguments(argv, CREATE_USAGE, {
    name: { type: 'string' },
    generate,
  })
  const email = parseEmail(operand)
  return async (db) => {
    if ((await findAccount(db, email))?.role === 'admin')
      return printError(
        `${email} is already an administrator. Use "masthead admin reset" to change the password.`,
        1,
      )
    return withPassword(terminal, values.generate, async (password) => {
      await createAdministrator(db, COMMAND_LINE_ACTOR, { name: values.name, email, password })
      print(`${email} is now an administrator.`)
    })
  }
}

/** Changes the password and ends all sessions. */
export function parseAdminReset(argv: string[], terminal: Terminal): DatabaseCommand {
  const { operand, values } = parseArguments(argv, RESET_USAGE, {
    generate,
    'remove-two-factor': { type: 'boolean', default: false },
  })
  const email = parseEmail(operand)
  return async (db) => {
    const account = await findAccount(db, email)
    if (!account) return printError(`Account not found: ${email}.`, 1)
    return withPassword(terminal, values.generate, async (password) => {
      const ended = await resetAccess(db, COMMAND_LINE_ACTOR, account, {
        password,
        removesTwoFactor: values['remove-two-factor'],
      })
      print(`Changed the password of ${email} and ended ${formatCount(ended, 'session')}.`)
    })
  }
}

async function withPassword(
  terminal: Terminal,
  isGenerated: boolean,
  use: (password: string) => Promise<void>,
): Promise<number> {
  const password = isGenerated ? generatePassword() : await terminal.promptSecret('Password: ')
  const problem = await validatePassword(password)
  if (problem)
    return printError(`${passwordErrors()[problem]}${/\.$/.test(passwordErrors()[problem]) ? '' : '.'}`, 1)
  if (
    !isGenerated &&
    terminal.isInteractive &&
    (await terminal.promptSecret('Repeat password: ')) !== password
  )
    return printError('The passwords do not match.', 1)
  try {
    await use(password)
  } catch (error) {
    if (error instanceof WeakPasswordError) return printError(error.message, 1)
    throw error
  }
  if (isGenerated) print(`Password: ${password}`)
  return 0
}

function generatePassword(): string {
  return Array.from({ length: PASSWORD_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
}

function parseEmail(text: string): string {
  const parsed = accountEmail.safeParse(text)
  if (!parsed.success) throw new UsageError(`"${text}" is not an email address.`)
  return parsed.data
}
