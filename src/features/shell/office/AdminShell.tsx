import { CatchBoundary, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { Account } from '#features/accounts/rules/access.ts'
import { ErrorScreen } from '#ui/ErrorScreen.tsx'
import { guardFileDrops } from '#ui/office/guard-file-drops.ts'
import { usePreloadedScreens } from '#ui/office/usePreloadedScreens.ts'
import { AdminFrame } from './AdminFrame.tsx'
import { DiskNotice } from './DiskNotice.tsx'
import { useLiveQueries } from './useLiveQueries.ts'

type Props = { account: Account; siteName: string; children: ReactNode }

/** The frame of the back office, with live updates. A screen that fails leaves the frame in place. */
export function AdminShell({ account, siteName, children }: Props) {
  const address = useLocation({ select: ({ href }) => href })
  useLiveQueries()
  useEffect(() => guardFileDrops(window), [])
  usePreloadedScreens('/_office/admin')
  return (
    <AdminFrame account={account} siteName={siteName}>
      <DiskNotice />
      <CatchBoundary getResetKey={() => address} errorComponent={ErrorScreen}>
        {children}
      </CatchBoundary>
    </AdminFrame>
  )
}
