import type { ReactNode } from 'react'
import type { PublicSettings } from '#domain/settings.ts'

/** Links to the paper's own pages elsewhere; only those that are set (spec §2, Home). */
export function SocialLinks({ settings }: { settings: PublicSettings }) {
  const { siteName, facebookUrl, twitterUrl } = settings
  if (!facebookUrl && !twitterUrl) return null
  return (
    <ul className="-mr-2 flex">
      {facebookUrl && (
        <SocialLink href={facebookUrl} name={`${siteName} on Facebook`}>
          <path d="M13.5 21v-8h2.7l.4-3.2h-3.1V7.8c0-.9.3-1.5 1.6-1.5h1.6V3.4c-.3 0-1.2-.1-2.3-.1-2.4 0-4 1.4-4 4.1v2.4H7.7V13h2.7v8z" />
        </SocialLink>
      )}
      {twitterUrl && (
        <SocialLink href={twitterUrl} name={`${siteName} on X`}>
          <path d="M17.6 3.5h3L14 11l7.7 10.1h-6l-4.7-6.2-5.4 6.2H2.5l7-8L2.1 3.5h6.2l4.3 5.6zm-1 15.8h1.6L7.5 5.2H5.7z" />
        </SocialLink>
      )}
    </ul>
  )
}

function SocialLink({ href, name, children }: { href: string; name: string; children: ReactNode }) {
  return (
    <li>
      <a href={href} rel="me" className="grid size-10 place-items-center">
        <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className="size-5">
          {children}
        </svg>
        <span className="sr-only">{name}</span>
      </a>
    </li>
  )
}
