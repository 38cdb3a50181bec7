import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { usePreloadedScreens } from '#ui/admin/usePreloadedScreens.ts'

type Props = { siteName: string; title: string; text?: ReactNode; footer?: ReactNode; children: ReactNode }

export function AuthPage({ siteName, title, text, footer = <LoginLink />, children }: Props) {
  usePreloadedScreens('/_admin/admin_/')
  return (
    <div className="flex min-h-dvh flex-col bg-wash font-sans text-14 text-ink">
      <header className="flex items-center justify-between gap-4 bg-brand px-4 text-on-brand">
        <p className="truncate py-2 font-serif text-20 font-bold">{siteName}</p>
        <Link to="/" className="flex min-h-11 shrink-0 items-center gap-1 underline-offset-4 hover:underline">
          <ArrowLeft aria-hidden size={16} /> {phrase('Back to the site')}
        </Link>
      </header>
      <main className="flex flex-1 flex-col items-center px-4 py-8 md:py-16">
        <div className="sheet flex w-full max-w-md flex-col gap-5 p-5 md:p-8">
          <div className="flex flex-col gap-2">
            <h1 className="text-24 font-semibold">{title}</h1>
            {text && <p className="text-muted">{text}</p>}
          </div>
          {children}
          <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-t border-rule pt-4">
            {footer}
          </div>
        </div>
      </main>
    </div>
  )
}

function LoginLink() {
  return (
    <Link to="/admin/login" className="underline underline-offset-4">
      {phrase('Go to the sign-in page')}
    </Link>
  )
}

/** The fragment: undefined on the server, null if empty. */
export function useLinkToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(
    subscribe,
    () => location.hash.slice(1) || null,
    () => undefined,
  )
}

/** Links to the open page change only the fragment. */
function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}
