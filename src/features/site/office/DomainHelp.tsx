import { effectHere, lossHere, type NameChange } from './address-here.ts'

/** What the custom domain does, and what the one that is being typed would do. */
export function DomainHelp({ change }: { change: NameChange }) {
  const { names } = change
  const effect = effectHere(change)
  const loss = lossHere(effect)
  return (
    <>
      Used in links that are shared; the paper then answers under this name.{' '}
      {effect.isUnusable && (
        <strong className="text-caution">This is no public name, so it will not be used. </strong>
      )}
      {names.siteUrl && `Links name ${effect.origin}: the server's SITE_URL comes first. `}
      {!names.siteUrl && effect.origin && `Links name ${effect.origin}. `}
      {!effect.origin && 'The paper has no public name yet. '}
      {loss && <strong className="text-caution">{loss}</strong>}
    </>
  )
}
