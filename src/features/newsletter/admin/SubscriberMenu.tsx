import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { DeleteDialog } from '#ui/admin/dialogs/DeleteDialog.tsx'
import { RowMenu, RowMenuItem } from '#ui/admin/RowMenu.tsx'
import { useDownload } from '#ui/admin/useDownload.ts'
import { deleteSubscriberFailure, subscriberDataFailure } from '../rules/messages.ts'
import type { Subscriber } from '../server/subscribers.server.ts'
import { deleteSubscriberFn, exportSubscriber } from '../subscribers.functions.ts'

/** Offers what data protection law requires: a copy of the data about a subscriber, and its deletion. */
export function SubscriberMenu({ subscriber }: { subscriber: Subscriber }) {
  const { id, email } = subscriber
  const [isDeleting, setIsDeleting] = useState(false)
  const download = useDownload({
    async load() {
      const data = await exportSubscriber({ data: { id } })
      if (!data) throw new Error('The subscriber no longer exists')
      return new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' })
    },
    fileName: 'subscriber.json',
    failure: subscriberDataFailure(),
  })
  return (
    <>
      <RowMenu label={phrase('More actions for {email}', { email })}>
        <RowMenuItem Icon={Download} label={phrase('Download Data')} onSelect={download.start} />
        <RowMenuItem
          Icon={Trash2}
          label={phrase('Delete…')}
          isDangerous
          onSelect={() => setIsDeleting(true)}
        />
      </RowMenu>
      {isDeleting && (
        <DeleteDialog
          title={phrase('Delete {email}?', { email })}
          text={phrase(
            'The address, the name and the record of emails sent to it are deleted. This cannot be undone. To only stop emails, deactivate the subscriber.',
          )}
          remove={(signal) => deleteSubscriberFn({ data: { id }, signal })}
          queryKeys={[['admin', 'subscribers']]}
          success={{ title: phrase('Subscriber deleted'), text: email }}
          failure={deleteSubscriberFailure()}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </>
  )
}
