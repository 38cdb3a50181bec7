import { useQuery } from '@tanstack/react-query'
import { CatchBoundary, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { Account } from '#features/access/rules/access.ts'
import { purgeFailureQuery } from '#features/cdn/purge-state.functions.ts'
import { diskStateQuery } from '#features/site/disk-state.functions.ts'
import { formatCount } from '#kernel/format-count.ts'
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

const DISK_NOTICES = {
  low: {
    title: 'The disk of the server is almost full.',
    text: 'Articles can be saved and published, but images cannot be uploaded and feeds are not fetched until there is more space. Contact the operator of the site.',
  },
  full: {
    title: 'The disk of the server is full.',
    text: 'Nothing can be saved until there is more space; readers still see the site. Text that you write in an article is kept on this device and saved later. Contact the operator of the site.',
  },
}

function DiskNotice() {
  const { data: state = 'enough' } = useQuery(diskStateQuery)
  if (state === 'enough') return null
  const { title, text } = DISK_NOTICES[state]
  return <Notice title={title}>{text}</Notice>
}

function PurgeNotice() {
  const { data: failure } = useQuery(purgeFailureQuery)
  if (!failure) return null
  const { since, oldestAt, waiting } = failure
  return (
    <Notice title="Readers may see outdated pages.">
      CDN purges have failed since <Moment at={since} />. Waiting: {formatCount(waiting, 'change')}
      {oldestAt !== null && (
        <>
          , the oldest from <Moment at={oldestAt} />
        </>
      )}
      . Purges are retried until they succeed. Contact the operator of the site.
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
