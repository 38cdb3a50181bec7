import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/admin/Button.tsx'
import { TextField } from '#ui/admin/TextField.tsx'
import { showToast } from '#ui/toast.ts'

/** The login page of administrators (spec §2, Admin login). */
export function LoginScreen() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [isBusy, setIsBusy] = useState(false)

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { email, password } = Object.fromEntries(new FormData(event.currentTarget))
    setIsBusy(true)
    try {
      const response = await fetch('/api/auth/sign-in/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      if (!response.ok) {
        const { message } = await response.json()
        return void showToast({ title: 'Sign in failed', text: message, isError: true })
      }
      void showToast({ title: 'Welcome back!', text: 'You have successfully signed in.' })
      queryClient.removeQueries({ queryKey: ['admin'] })
      await router.invalidate()
    } catch {
      void showToast({ title: 'Error', text: 'An unexpected error occurred', isError: true })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <main className="flex min-h-dvh items-center justify-center bg-wash p-4 font-sans text-ink">
      <form method="post" onSubmit={signIn} className="sheet flex w-full max-w-sm flex-col gap-4 p-6">
        <h1 className="text-24 font-semibold">Admin Login</h1>
        <TextField label="Email" name="email" type="email" autoComplete="username" required />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" variant="primary" isBusy={isBusy} busyText="Signing In...">
          Sign In
        </Button>
        <Link to="/" className="text-14 underline">
          Back to the front page
        </Link>
      </form>
    </main>
  )
}
