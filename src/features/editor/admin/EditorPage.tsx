import { useLocation } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { useScreenFocus } from '#ui/admin/AdminPage.tsx'

/** The full-width page of an article (newsroom §4). Its bar begins with the tabs of the article manager. */
export function EditorPage({ bar, children }: { bar?: ReactNode; children: ReactNode }) {
  const isNew = useLocation({ select: ({ search }) => search.article === 'new' })
  useScreenFocus()
  return (
    <div data-screen className="editor-page">
      <h1 className="sr-only">{phrase('Manage Articles')}</h1>
      <header className="editor-bar">
        <Tabs.List aria-label={phrase('Articles')} className="flex shrink-0 items-center">
          <Tabs.Trigger value="list" title={phrase('Article List')} className="admin-icon-button">
            <ArrowLeft aria-hidden size={18} className="rtl:-scale-x-100" />
            <span className="sr-only">{phrase('Article List')}</span>
          </Tabs.Trigger>
          <Tabs.Trigger value="editor" className="min-h-9 px-1 font-semibold max-lg:hidden">
            {isNew ? phrase('New Article') : phrase('Edit Article')}
          </Tabs.Trigger>
        </Tabs.List>
        {bar}
      </header>
      <Tabs.Content value="editor" tabIndex={-1} className="outline-none">
        {children}
      </Tabs.Content>
    </div>
  )
}

export function EditorLoading({ text }: { text: string }) {
  return (
    <p role="status" className="py-12 text-center text-muted">
      {text}
    </p>
  )
}
