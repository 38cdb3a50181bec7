import { useEffect, useState } from 'react'
import { useAdmittedAccount } from '#features/access/admin/useCapability.ts'
import type { Account } from '#features/access/rules/access.ts'
import type { FrontPage } from '#features/front/rules/front-page.ts'
import { sendFrontPresenceFn } from '../collaboration.functions.ts'
import { frontTopic } from '../rules/stream-topic.ts'
import { PresenceList } from './PresenceList.tsx'
import { createPresence, type Presence, type PresentPerson } from './presence.ts'
import { followTopic } from './topic-listener.ts'

/** Shows the other people who have a front open. */
export function FrontPresence({ page }: { page: FrontPage }) {
  const account = useAdmittedAccount()
  return account && <OpenPresence key={page} page={page} account={account} />
}

function OpenPresence({ page, account: { id, fullName: name } }: { page: FrontPage; account: Account }) {
  const [people, setPeople] = useState<readonly PresentPerson[]>([])
  useEffect(() => {
    let presence: Presence | undefined
    const open = () =>
      createPresence({
        client: crypto.randomUUID(),
        me: { id, name },
        send: (message) => sendFrontPresenceFn({ data: { page, message } }),
        onChange: () => setPeople(presence?.getPeople() ?? []),
      })
    const unfollow = followTopic({
      topic: frontTopic(page),
      onPresence: (received) => presence?.receive(received),
      onOpen() {
        // Not before, since the others answer the first message at once.
        if (presence) presence.announce()
        else presence = open()
      },
    })
    return () => {
      unfollow()
      presence?.close()
    }
  }, [id, name, page])
  return <PresenceList people={people} />
}
