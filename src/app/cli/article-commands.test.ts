import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { COMMAND_LINE_EMAIL } from '#features/audit/rules/audit-actions.ts'
import { secondPersonSetting } from '#features/publishing/server/newsroom-settings.server.ts'
import { createNewsroom, ID } from '#features/publishing/testing/newsroom.ts'
import { captureOutput } from '#platform/testing/capture-output.ts'
import { parseArticlesExport, parseArticlesPublish, parseArticlesWithdraw } from './article-commands.ts'
import { type DatabaseCommand, UsageError } from './command.ts'

const newsroom = await createNewsroom()
const { db, ada, save, publish, row, audit } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

const masthead = (command: DatabaseCommand) => captureOutput(() => command(db))

it('articles publish publishes the saved draft', async () => {
  await save({ title: 'Tea time' })
  expect(await masthead(parseArticlesPublish([ID]))).toEqual({
    status: 0,
    stdout: 'Published "Tea time", revision 2.\n',
    stderr: '',
  })
  expect(await row()).toMatchObject({ title: 'Tea time' })
  await save({ title: 'Coffee' })
  await masthead(parseArticlesPublish([ID, '--minor']))
  expect(await row()).toMatchObject({ title: 'Coffee', updated_at: null })
  expect((await audit()).at(-1)).toMatchObject({ action: 'article.update', actor_email: COMMAND_LINE_EMAIL })
})

it('articles publish prints the reasons of a refusal', async () => {
  await save({ title: '', sourceUrl: 'ftp://a.example' })
  expect(await masthead(parseArticlesPublish([ID]))).toMatchObject({
    status: 1,
    stderr: 'Article title is required\nSource URL must start with http:// or https://\n',
  })
  await secondPersonSetting.set(db, ada, true)
  await save({ title: 'Tea', sourceUrl: '' })
  expect(await masthead(parseArticlesPublish([ID]))).toMatchObject({
    status: 1,
    stderr: 'Another person must approve this text before it is published.\n',
  })
  expect(await row()).toBeUndefined()
})

it('articles withdraw removes the article with the reason', async () => {
  await publish()
  expect(await masthead(parseArticlesWithdraw([ID, '--reason', 'Legal reasons']))).toMatchObject({
    status: 0,
    stdout: `Withdrew "Tea". To publish it again: masthead articles publish ${ID}\n`,
  })
  expect(await row()).toBeUndefined()
  expect(await newsroom.open()).toMatchObject({ withdrawal: { reason: 'Legal reasons' } })
  expect(await masthead(parseArticlesWithdraw([ID]))).toMatchObject({
    status: 1,
    stderr: 'The article is not published.\n',
  })
})

it('articles export prints the article with its history as JSON', async () => {
  await publish()
  const correction = { kind: 'correction', text: 'The tea was green.' } as const
  await publish({ title: 'Green tea' }, { updateKind: 'correction', correction })
  const { status, stdout } = await masthead(parseArticlesExport([ID]))
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    id: ID,
    status: 'published',
    form: { title: 'Green tea' },
    revisions: [
      { number: 1, kind: 'publish', form: { title: 'Tea' } },
      { number: 2, kind: 'correction', by: ada.id },
    ],
    publications: [
      { kind: 'publish', revision: 1, state: 'done' },
      { kind: 'publish', revision: 2 },
    ],
    corrections: [{ kind: 'correction', text: 'The tea was green.' }],
  })
})

describe.each([
  ['publish', parseArticlesPublish],
  ['withdraw', parseArticlesWithdraw],
  ['export', parseArticlesExport],
])('articles %s', (name, parse) => {
  it('fails if the article does not exist', async () => {
    expect(await masthead(parse([ID]))).toEqual({
      status: 1,
      stdout: '',
      stderr: `Article not found: ${ID}.\n`,
    })
  })

  it.each([
    ['no id', [], `Usage: masthead articles ${name} ID`],
    ['an invalid id', ['tea'], '"tea" is not the id of an article.'],
    ['an unknown option', [ID, '--now'], /^Unknown option '--now'\.$/],
  ])('rejects %s', (_, argv, message) => {
    expect(() => parse(argv)).toThrow(UsageError)
    expect(() => parse(argv)).toThrow(message)
  })
})
