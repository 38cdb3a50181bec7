import type { ReactNode } from 'react'

type Props = { title: string; text?: ReactNode; actions?: ReactNode; children: ReactNode }

export function AdminPage({ title, text, actions, children }: Props) {
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-5 p-4 md:p-6">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="text-24 font-semibold">{title}</h1>
          {text && <p className="pt-1 text-14 text-muted">{text}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
