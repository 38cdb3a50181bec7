import { verifyPassword } from 'better-auth/crypto'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { parseAdminCreate, parseAdminReset } from './admin-commands.ts'
import { UsageError } from './command.ts'

const database = await createTestDatabase()
const { db, pool } = database
beforeEach(() => pool.query('delete from users; delete from audit_log'))
afterAll(() => database.drop())

/** @param typed the lines of standard input */
async function admin(words: string[], typed: string[] = [], isInteractive = true) {
  const written = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += text
      return true
    }),
  )
  const lines = [...typed]
  const terminal = { isInteractive, promptSecret: async () => lines.shift() ?? '', showProgress() {} }
  try {
    const [command, ...argv] = words
    const run = (command === 'create' ? parseAdminCreate : parseAdminReset)(argv, terminal)
    return { status: await run(db), ...written }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

async function people() {
  const { rows } = await pool.query(
    `select email, full_name, role, two_factor_enabled, password from users
     join accounts on user_id = users.id and account_id = users.id::text`,
  )
  return rows
}

async function recorded() {
  const { rows } = await pool.query(
    'select actor_id, actor_email, action, subject from audit_log order by id',
  )
  return rows
}
const byCommand = (action: string) => ({
  actor_id: null,
  actor_email: 'masthead command',
  action,
  subject: 'chief@example.org',
})

const matches = (hash: string, password: string) => verifyPassword({ hash, password })

describe('masthead admin create', () => {
  it('creates an administrator after the password is entered twice', async () => {
    const done = await admin(
      ['create', 'Chief@Example.org', '--name', 'The Chief'],
      ['violet tram', 'violet tram'],
    )
    expect(done).toEqual({ status: 0, stdout: 'chief@example.org is now an administrator.\n', stderr: '' })
    const [chief] = await people()
    expect(chief).toMatchObject({ email: 'chief@example.org', full_name: 'The Chief', role: 'admin' })
    expect(await matches(chief.password, 'violet tram')).toBe(true)
    expect(await recorded()).toEqual([byCommand('user.promote')])
  })

  it('reads the password from standard input', async () => {
    expect(await admin(['create', 'chief@example.org'], ['violet tram'], false)).toMatchObject({ status: 0 })
    expect(await people()).toHaveLength(1)
  })

  it('generates a password, and prints it and nothing else', async () => {
    const { stdout, stderr } = await admin(['create', 'chief@example.org', '--generate'])
    const [, password = ''] =
      /^chief@example\.org is now an administrator\.\nPassword: (\w{20})\n$/.exec(stdout) ?? []
    expect(stderr).toBe('')
    expect(await matches((await people())[0].password, password)).toBe(true)
  })

  it('promotes a user, and rejects an existing administrator', async () => {
    await pool.query(`insert into users (full_name, email) values ('Reader', 'reader@example.org')`)
    expect(await admin(['create', 'reader@example.org', '--generate'])).toMatchObject({ status: 0 })
    expect(await people()).toMatchObject([{ role: 'admin', full_name: 'Reader' }])
    const again = await admin(['create', 'reader@example.org', '--generate'])
    expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('admin reset') })
  })

  it.each([
    ['a short password', ['12345'], 'Password must be at least 6 characters long.\n'],
    ['a common password', ['password1'], expect.stringMatching(/most common/)],
    ['their own address', ['chief@example.org', 'chief@example.org'], expect.stringMatching(/easy to guess/)],
    ['no password', [], 'Password must be at least 6 characters long.\n'],
    ['passwords that differ', ['violet tram', 'violet tam'], 'The passwords do not match.\n'],
  ])('rejects %s', async (_, typed, stderr) => {
    expect(await admin(['create', 'chief@example.org'], typed)).toEqual({ status: 1, stdout: '', stderr })
    expect([await people(), await recorded()]).toEqual([[], []])
  })

  it.each([[[]], [['chief']], [['a@b.example', 'c@d.example']], [['a@b.example', '--password', 'x']]])(
    'rejects the arguments %j',
    async (words) => {
      await expect(admin(['create', ...words])).rejects.toThrow(UsageError)
    },
  )
})

describe('masthead admin reset', () => {
  beforeEach(async () => {
    await admin(['create', 'chief@example.org', '--generate'])
    await pool.query(`
      update users set two_factor_enabled = true;
      insert into two_factors (user_id, secret, backup_codes) select id, 'x', 'x' from users;
      insert into sessions (user_id, token, expires_at) select id, 'x', now() + interval '1 day' from users`)
  })

  it('changes the password and ends all sessions, and keeps the second factor', async () => {
    const { status, stdout } = await admin(['reset', 'CHIEF@example.org'], ['violet tram', 'violet tram'])
    expect([status, stdout]).toEqual([0, 'Changed the password of chief@example.org and ended 1 session.\n'])
    const [chief] = await people()
    expect(await matches(chief.password, 'violet tram')).toBe(true)
    expect(chief.two_factor_enabled).toBe(true)
    expect((await pool.query('select from sessions')).rowCount).toBe(0)
    expect(await recorded()).toEqual([byCommand('user.promote'), byCommand('password.reset')])
  })

  it('removes the second factor with --remove-two-factor', async () => {
    await admin(['reset', 'chief@example.org', '--generate', '--remove-two-factor'])
    expect((await people())[0].two_factor_enabled).toBe(false)
    expect((await pool.query('select from two_factors')).rowCount).toBe(0)
    expect((await recorded()).slice(1)).toEqual([
      byCommand('password.reset'),
      byCommand('second-factor.disable'),
    ])
  })

  it('fails for an unknown address', async () => {
    const done = await admin(['reset', 'nobody@example.org', '--generate'])
    expect(done).toEqual({ status: 1, stdout: '', stderr: 'Account not found: nobody@example.org.\n' })
  })
})
