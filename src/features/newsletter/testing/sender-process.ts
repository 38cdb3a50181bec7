import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

type SenderEnv = { DATABASE_URL: string; SMTP_URL: string }

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const script = (env: SenderEnv) => `
import { startCampaignSender } from '#features/newsletter/server/campaign-sender.server.ts'
import { createMailTransport } from '#platform/mail/mail-transport.server.ts'
import { openDatabase } from '#platform/database/db.server.ts'
const { DATABASE_URL, SMTP_URL } = ${JSON.stringify(env)}
const mail = { SMTP_URL, MAIL_FROM: 'news@courier.example', DATA_DIR: '/nowhere' }
const database = openDatabase(DATABASE_URL, () => {})
startCampaignSender({ database, transport: createMailTransport(mail), mail, onError() {} })
console.log('started')
`

export type SenderProcess = AsyncDisposable & {
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>
}

/** Starts a process that sends campaigns, and resolves once it does. */
export async function startSenderProcess(env: SenderEnv): Promise<SenderProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script(env)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  async function kill(): Promise<void> {
    child.kill('SIGKILL')
    await ended
  }
  await once(createInterface({ input: child.stdout }), 'line')
  return { kill, [Symbol.asyncDispose]: kill }
}
