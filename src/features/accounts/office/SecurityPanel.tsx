import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '../session.functions.ts'
import { ChangePassword } from './ChangePassword.tsx'
import { OpenSessions } from './OpenSessions.tsx'
import { PanelSection } from './PanelSection.tsx'
import { SecondFactor } from './SecondFactor.tsx'

/** What one does for the safety of one's own account (spec §2, Settings: Security). */
export function SecurityPanel() {
  const { data: account } = useQuery(accountQuery)
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <PanelSection title="Your account">
        <p>
          Signed in as <strong className="wrap-anywhere">{account?.email}</strong>
        </p>
        <p className="text-muted">Admin privileges are managed through user profiles.</p>
      </PanelSection>
      <ChangePassword own={account ? [account.email, account.fullName] : []} />
      <SecondFactor />
      <OpenSessions />
    </div>
  )
}
