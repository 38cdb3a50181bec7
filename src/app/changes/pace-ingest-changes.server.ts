import * as z from 'zod'
import { parseJson } from '#kernel/parameters.ts'
import { listenForNotifications, type NotificationListener } from '#platform/database/notifications.server.ts'

/** With `RENEWAL_MS`, changes are visible within a second. */
const INGEST_INTERVAL_MS = 700
/** After an ingest's change, outdated pages are served this long while they are rendered again. */
export const RENEWAL_MS = 250
const MAX_WAITING_CHANGES = 1_000

const ingestChange = z.object({ source: z.literal('ingest') })

/** Delivers changes by ingests once per interval, so that not every feed invalidates pages; others at once. */
export function paceIngestChanges(deliver: (payload: string) => void) {
  /** Most payloads of a run are equal. */
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = waiting.size > 0 ? setTimeout(flush, INGEST_INTERVAL_MS).unref() : undefined
    const payloads = [...waiting]
    waiting.clear()
    for (const payload of payloads) deliver(payload)
  }

  return {
    receive(payload: string): void {
      if (!isIngestChange(parseJson(payload))) {
        deliver(payload)
        return
      }
      waiting.add(payload)
      if (!timer || waiting.size >= MAX_WAITING_CHANGES) flush()
    },
    close: () => clearTimeout(timer),
  }
}

export async function listenForPacedNotifications(
  ...[url, channel, handlers]: Parameters<typeof listenForNotifications>
): Promise<NotificationListener> {
  const paced = paceIngestChanges(handlers.onNotification)
  const listener = await listenForNotifications(url, channel, { ...handlers, onNotification: paced.receive })
  return {
    get connected() {
      return listener.connected
    },
    async close() {
      paced.close()
      await listener.close()
    },
  }
}

export function isIngestChange(announced: unknown): boolean {
  return ingestChange.safeParse(announced).success
}
