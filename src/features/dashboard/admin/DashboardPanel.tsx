import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'

type PanelProps = { title: string; action?: ReactNode; children: ReactNode }

export function DashboardPanel({ title, action, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="sheet">
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 border-b border-rule px-4 py-1">
        <h2 id={id} className="text-16 font-semibold">
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  )
}

export function DetailList({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col px-4 py-2 text-14">{children}</dl>
}

export function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-x-4 py-1 magnified:flex-wrap">
      <dt className="shrink-0 text-muted magnified:shrink">{label}</dt>
      <dd className="ms-auto min-w-0 text-end wrap-anywhere">{children}</dd>
    </div>
  )
}

type LinkProps = { to: string; variant?: 'button' | 'primary' | 'text'; children: ReactNode }

const LINK_CLASSES = {
  button: 'admin-button',
  primary: 'admin-button admin-button-primary',
  text: 'text-13 font-semibold underline underline-offset-2 hover:decoration-2',
}

export function ScreenLink({ to, variant = 'button', children }: LinkProps) {
  return (
    <Link to={to} className={LINK_CLASSES[variant]}>
      {children}
    </Link>
  )
}
