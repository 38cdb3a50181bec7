import { useQuery } from '@tanstack/react-query'
import { CatchBoundary, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { Account } from '#features/access/rules/access.ts'
import { purgeFailureQuery } from '#features/cdn/purge-state.functions.ts'
import { diskStateQuery } from '#features/site/disk-state.functions.ts'
import { phrase, phraseParts, plural } from '#kernel/text/phrase.ts'
import { guardFileDrops } from '#ui/admin/guard-file-drops.ts'
import { keepFocus } from '#ui/admin/keep-focus.ts'
import { Moment } from '#ui/admin/Moment.tsx'
import { usePreloadedScreens } from '#ui/admin/usePreloadedScreens.ts'
import { ErrorScreen } from '#ui/ErrorScreen.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import { useLiveQueries } from './useLiveQueries.ts'

type Props = { account: Account; siteName: string; children: ReactNode }

/** A screen that fails leaves the frame in place. */
export function AdminShell({ account, siteName, children }: Props) {
  const address = useLocation({ select: ({ href }) => href })
  useLiveQueries()
  useEffect(() => guardFileDrops(window), [])
  useEffect(() => keepFocus(document), [])
  usePreloadedScreens('/_admin/admin')
  return (
    <AdminFrame account={account} siteName={siteName}>
      <DiskNotice />
      <PurgeNotice />
      <CatchBoundary getResetKey={() => address} errorComponent={ErrorScreen}>
        {children}
      </CatchBoundary>
    </AdminFrame>
  )
}

const diskNotices = () => ({
  low: {
    title: phrase('The disk of the server is almost full.'),
    text: phrase(
      'Articles can be saved and published, but images cannot be uploaded and feeds are not fetched until there is more space. Contact the operator of the site.',
    ),
  },
  full: {
    title: phrase('The disk of the server is full.'),
    text: phrase(
      'Nothing can be saved until there is more space; readers still see the site. Text that you write in an article is kept on this device and saved later. Contact the operator of the site.',
    ),
  },
})

function DiskNotice() {
  const { data: state = 'enough' } = useQuery(diskStateQuery)
  if (state === 'enough') return null
  const { title, text } = diskNotices()[state]
  return <Notice title={title}>{text}</Notice>
}

function PurgeNotice() {
  const { data: failure } = useQuery(purgeFailureQuery)
  if (!failure) return null
  const { since, oldestAt, waiting } = failure
  const changes = plural(waiting, '{count} change', '{count} changes')
  return (
    <Notice title={phrase('Readers may see outdated pages.')}>
      {phraseParts('CDN purges have failed since {time}.', { time: <Moment key="time" at={since} /> })}{' '}
      {oldestAt === null
        ? phrase('Waiting: {changes}.', { changes })
        : phraseParts('Waiting: {changes}, the oldest from {time}.', {
            changes,
            time: <Moment key="time" at={oldestAt} />,
          })}{' '}
      {phrase('Purges are retried until they succeed. Contact the operator of the site.')}
    </Notice>
  )
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="alert" className="border-y border-s-4 border-danger bg-paper px-4 py-3 text-14">
      <strong className="font-semibold">{title}</strong> <span className="text-muted">{children}</span>
    </div>
  )
}
