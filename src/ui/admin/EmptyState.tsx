import type { ReactNode } from 'react'

type Props = { title: string; text?: ReactNode; action?: ReactNode }

export function EmptyState({ title, text, action }: Props) {
  return (
    <div className="sheet flex flex-col items-center gap-2 px-4 py-12 text-center">
      <span className="paper-drawing" />
      <h2 className="text-18 font-semibold">{title}</h2>
      {text && <p className="max-w-prose text-14 text-muted">{text}</p>}
      {action && <div className="pt-2">{action}</div>}
    </div>
  )
}
