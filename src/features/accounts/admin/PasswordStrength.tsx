import { useDeferredValue, useEffect, useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { estimatePasswordStrength, type PasswordStrength as Strength } from '../rules/password-policy.ts'

const verdicts = (): Record<Strength, string> => ({
  0: phrase('This password is very easy to guess.'),
  1: phrase('This password is easy to guess.'),
  2: phrase('This password could be guessed.'),
  3: phrase('This password is hard to guess.'),
  4: phrase('This password is very hard to guess.'),
})
const COLOURS: Record<Strength, string> = {
  0: 'bg-danger',
  1: 'bg-danger',
  2: 'bg-caution',
  3: 'bg-good',
  4: 'bg-good',
}

export function PasswordStrength({ password, own }: { password: string; own: string[] }) {
  const [strength, setStrength] = useState<Strength>()
  const measured = useDeferredValue(password)
  const against = useDeferredValue(own.join('\n'))
  useEffect(() => {
    let isStale = false
    estimatePasswordStrength(measured, against.split('\n')).then(
      (score) => isStale || setStrength(score),
      () => isStale || setStrength(undefined),
    )
    return () => {
      isStale = true
    }
  }, [measured, against])
  if (strength === undefined) return null
  return (
    <div className="flex items-center gap-3">
      <span aria-hidden className="grid w-28 min-w-0 grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={`h-1 ${step <= Math.max(1, strength) ? COLOURS[strength] : 'bg-rule'}`}
          />
        ))}
      </span>
      <p role="status" className="shrink-0 text-muted">
        {verdicts()[strength]}
      </p>
    </div>
  )
}
