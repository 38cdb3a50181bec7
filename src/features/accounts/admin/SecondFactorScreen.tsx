import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { secondFactorRequired } from '#features/access/rules/access.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { HELD_CLICK } from '#platform/render/held-click.ts'
import { Button } from '#ui/admin/Button.tsx'
import { accountQuery } from '../session.functions.ts'
import { AuthPage } from './AuthPage.tsx'
import { authClient, refreshSession } from './auth-client.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PasskeySettings } from './PasskeySettings.tsx'
import { SignOutDialog, useSignOut } from './SignOutDialog.tsx'
import { TwoFactorSettings } from './TwoFactorSettings.tsx'

/** Replaces the admin area until the account has one. */
export function SecondFactorScreen({ siteName }: { siteName: string }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { signOut, isBusy, confirmation } = useSignOut()
  const { data } = authClient.useSession()
  const [error, setError] = useState<string>()
  const isSetUp = (data?.user as { twoFactorEnabled?: boolean } | undefined)?.twoFactorEnabled

  async function enter() {
    refreshSession()
    await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    await router.invalidate()
  }

  return (
    <AuthPage
      siteName={siteName}
      title={secondFactorRequired()}
      text={phrase(
        'This site requires an authenticator app or a passkey in addition to your password. Set up one of them to continue.',
      )}
      footer={
        <Button {...HELD_CLICK} isBusy={isBusy} onClick={signOut}>
          {phrase('Sign Out')}
        </Button>
      }
    >
      <TwoFactorSettings />
      {isSetUp && (
        <Button variant="primary" onClick={enter}>
          {phrase('Continue to the Admin Area')}
        </Button>
      )}
      <PasskeySettings />
      <p className="text-muted">{phrase('If you have a passkey, sign in with it to continue.')}</p>
      <PasskeyButton label={phrase('Use a Passkey')} onDone={enter} onError={setError} />
      <SignOutDialog {...confirmation} />
      <p role="alert" className="text-danger empty:hidden">
        {error}
      </p>
    </AuthPage>
  )
}
