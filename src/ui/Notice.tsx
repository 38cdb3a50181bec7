import type { ReactNode } from 'react'

type Props = { title: string; text?: ReactNode; heading?: 'h1' | 'h2'; action?: ReactNode; alert?: boolean }

export function Notice({ title, text, heading: Heading = 'h2', action, alert = false }: Props) {
  return (
    <div role={alert ? 'alert' : undefined} className="flex flex-col items-start gap-3 py-10 md:py-14">
      <span className="paper-drawing mb-2" />
      <Heading className="headline text-30">{title}</Heading>
      {text && <p className="max-w-prose wrap-anywhere text-16 text-muted">{text}</p>}
      {action && <div className="pt-3">{action}</div>}
    </div>
  )
}
