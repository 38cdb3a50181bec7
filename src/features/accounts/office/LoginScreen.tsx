import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AuthPage } from './AuthPage.tsx'
import { authClient } from './auth-client.ts'
import { SignInForm } from './SignInForm.tsx'

/** The login page of administrators (spec §2, Admin login); its route sends on who is signed in. */
export function LoginScreen({ siteName }: { siteName: string }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { data } = authClient.useSession()
  const userId = data?.user.id

  function goOn() {
    queryClient.removeQueries({ queryKey: ['admin'] })
    return router.invalidate()
  }

  // Somebody has signed in in another tab.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only who is signed in matters
  useEffect(() => {
    if (userId) void goOn()
  }, [userId])

  return (
    <AuthPage siteName={siteName} title="Admin Login" text="Sign in to manage articles, feeds and settings.">
      <SignInForm onSignedIn={goOn} />
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-t border-rule pt-4">
        <Link to="/admin/forgot-password" className="underline underline-offset-4">
          Forgot password?
        </Link>
        <Link to="/admin/signup" className="underline underline-offset-4">
          Create an account
        </Link>
      </p>
    </AuthPage>
  )
}
