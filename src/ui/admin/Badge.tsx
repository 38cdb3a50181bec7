import type { ReactNode } from 'react'

const TONES = {
  plain: 'border-rule text-muted',
  good: 'border-good text-good',
  caution: 'border-caution text-caution',
  danger: 'border-danger text-danger',
}

export function Badge({ tone = 'plain', children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span className={`inline-block border px-1.5 text-12 font-semibold lg:whitespace-nowrap ${TONES[tone]}`}>
      {children}
    </span>
  )
}
