import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { AuthPage } from './AuthPage.tsx'
import { authClient } from './auth-client.ts'
import { SignInForm } from './SignInForm.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Fills in the sign-in form after an account was created. */
    email?: string
  }
}

/** Spec §2, Admin login. */
export function LoginScreen({ siteName }: { siteName: string }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const email = useLocation({ select: ({ state }) => state.email })
  const { data } = authClient.useSession()
  const userId = data?.user.id

  function followRedirect() {
    queryClient.removeQueries({ queryKey: ['admin'] })
    return router.invalidate()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab signs in
  useEffect(() => {
    if (userId) void followRedirect()
  }, [userId])

  return (
    <AuthPage
      siteName={siteName}
      title={phrase('Admin Login')}
      text={phrase('Sign in to manage articles, feeds and settings.')}
      footer={
        <>
          <Link to="/admin/forgot-password" className="underline underline-offset-4">
            {phrase('Forgot password?')}
          </Link>
          <Link to="/admin/signup" className="underline underline-offset-4">
            {phrase('Create an account')}
          </Link>
        </>
      }
    >
      <SignInForm email={email} onSignedIn={followRedirect} />
    </AuthPage>
  )
}
