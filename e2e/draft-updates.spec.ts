import { setTimeout as delay } from 'node:timers/promises'
import { ADMINISTRATOR, signIn } from './fixtures/administrator.ts'
import { type DraftWriter, openDraftWriter } from './fixtures/draft-writer.ts'
import { expect, test } from './fixtures/test.ts'

/** The specification asks for a hundred: DRAFT_RUNS=100 npx playwright test e2e/draft-updates.spec.ts */
const RUNS = Number(process.env.DRAFT_RUNS ?? 1)
const WRITERS = 5
const CHARACTERS = 60
const MAX_PAUSE_MS = 20
/** The first of the characters that the writers type, which are all different. */
const FIRST_CHARACTER = 0x4e00

/** The characters of a writer, in the order in which they are typed. */
const charactersOf = (writer: number) =>
  Array.from({ length: CHARACTERS }, (_, index) =>
    String.fromCodePoint(FIRST_CHARACTER + writer * CHARACTERS + index),
  )
const ALL = Array.from({ length: WRITERS }, (_, writer) => charactersOf(writer)).flat()

async function typeAll(writer: DraftWriter, characters: string[], onTyped: (index: number) => unknown) {
  for (const [index, character] of characters.entries()) {
    writer.type(character, Math.floor(Math.random() * (writer.text().length + 1)))
    await onTyped(index)
    await delay(Math.random() * MAX_PAUSE_MS)
  }
}

test('five people write on two processes, one goes offline, and one process is killed: every character is stored once', async ({
  site,
  request,
}) => {
  test.setTimeout(60_000 + RUNS * 20_000)
  await signIn(site, request)
  const { cookies } = await request.storageState()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const [{ id: owner } = { id: '' }] = await site.sql<{ id: string }>(
    'select id from users where email = $1',
    [ADMINISTRATOR.email],
  )
  let current = await site.startAnother()
  const killed = { url: current.url }
  // Has read nothing yet.
  let next = site.startAnother()
  try {
    for (let run = 0; run < RUNS; run += 1)
      await test.step(`run ${run + 1}`, async () => {
        const id = crypto.randomUUID()
        const writers: DraftWriter[] = []
        for (let index = 0; index < WRITERS; index += 1)
          writers.push(
            await openDraftWriter({
              origin: index % 2 === 1 ? killed : { url: site.url },
              cookie,
              owner,
              id,
            }),
          )
        const replaceProcess = async () => {
          process.kill(current.pid, 'SIGKILL')
          await current[Symbol.asyncDispose]()
          current = await next
          killed.url = current.url
          if (run + 1 < RUNS) next = site.startAnother()
        }
        let replaced: Promise<void> | undefined
        await Promise.all(
          writers.map((writer, number) =>
            typeAll(writer, charactersOf(number), (index) => {
              if (number === 1 && index === CHARACTERS / 2) replaced = replaceProcess()
              if (number === 4 && index === 10) writer.goOffline()
              if (number === 4 && index === 50) writer.goOnline()
            }),
          ),
        )
        await replaced
        await Promise.all(writers.map((writer) => writer.flush()))
        for (const writer of writers) {
          await writer.read()
          expect([...writer.text()].toSorted()).toEqual(ALL)
          expect(writer.text()).toBe(writers[0]?.text())
        }

        const late = await openDraftWriter({ origin: { url: site.url }, cookie, owner, id })
        expect(late.text()).toBe(writers[0]?.text())
        const [stored] = await site.sql<{ content: string; batches: number; version: number }>(
          `select fields ->> 'content' as content, version,
             (select count(*)::int from draft_steps where draft_id = drafts.id) as batches
           from drafts where id = $1`,
          [id],
        )
        expect(stored?.content).toBe(late.form().content)
        expect(stored?.batches).toBe(stored?.version)
        await Promise.all([...writers, late].map((writer) => writer.close()))
      })
  } finally {
    const servers = new Set([current, await next])
    await Promise.all([...servers].map((server) => server[Symbol.asyncDispose]()))
  }
})
