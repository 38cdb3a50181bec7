import { useDeferredValue, useEffect, useState } from 'react'
import { measurePassword, type PasswordStrength as Strength } from '../rules/judge-password.ts'

const WORDS: Record<Strength, string> = {
  0: 'very easy to guess',
  1: 'easy to guess',
  2: 'could be guessed',
  3: 'hard to guess',
  4: 'very hard to guess',
}
const COLOURS: Record<Strength, string> = {
  0: 'bg-danger',
  1: 'bg-danger',
  2: 'bg-caution',
  3: 'bg-good',
  4: 'bg-good',
}

/** How hard a password is to guess; nothing until the meter is loaded, and where it cannot be. */
export function PasswordStrength({ password, own }: { password: string; own: string[] }) {
  const [strength, setStrength] = useState<Strength>()
  const measured = useDeferredValue(password)
  const against = useDeferredValue(own.join('\n'))
  useEffect(() => {
    let isLate = false
    measurePassword(measured, against.split('\n')).then(
      (score) => isLate || setStrength(score),
      () => isLate || setStrength(undefined),
    )
    return () => {
      isLate = true
    }
  }, [measured, against])
  if (strength === undefined) return null
  return (
    <div className="flex items-center gap-3">
      <span aria-hidden className="grid w-28 grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={`h-1 ${step <= Math.max(1, strength) ? COLOURS[strength] : 'bg-rule'}`}
          />
        ))}
      </span>
      <p role="status" className="text-13 text-muted">
        This password is {WORDS[strength]}.
      </p>
    </div>
  )
}
