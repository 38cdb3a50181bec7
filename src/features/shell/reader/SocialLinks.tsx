import type { PublicSettings } from '#features/site/rules/public-settings.ts'
import { phrase } from '#kernel/text/phrase.ts'

/** Spec §2, Home. */
export function SocialLinks({ settings, className }: { settings: PublicSettings; className: string }) {
  const { siteName, facebookUrl, twitterUrl } = settings
  if (!facebookUrl && !twitterUrl) return null
  return (
    <ul className={`-mx-2 flex ${className}`}>
      <SocialLink
        href={facebookUrl}
        name={phrase('{name} on Facebook', { name: siteName })}
        icon="icon-facebook"
      />
      <SocialLink href={twitterUrl} name={phrase('{name} on X', { name: siteName })} icon="icon-x" />
    </ul>
  )
}

function SocialLink({ href, name, icon }: { href: string | null; name: string; icon: string }) {
  return (
    href && (
      <li>
        <a href={href} rel="me" aria-label={name} className="grid size-10 place-items-center">
          <span className={`icon ${icon}`} />
        </a>
      </li>
    )
  )
}
