import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Tabs as Radix } from 'radix-ui'
import { Suspense, useState } from 'react'
import { useAdmittedAccount } from '#features/access/admin/useCapability.ts'
import { requestDocument } from '#features/collaboration/admin/requested-document.ts'
import { ArticleList } from '#features/desk/admin/ArticleList.tsx'
import { articleTopicsQuery } from '#features/desk/desk.functions.ts'
import type { ArticleManagerParams } from '#features/desk/rules/article-manager-params.ts'
import { newsroomSettingsQuery } from '#features/publishing/publishing.functions.ts'
import { writingPreferencesQuery } from '#features/publishing/writing-preferences.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { lazyComponent } from '#ui/admin/lazyComponent.tsx'
import { Tabs } from '#ui/admin/Tabs.tsx'
import { loadWhenIdle } from '#ui/load-when-idle.ts'
import { EditorLoading, EditorPage } from './EditorPage.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The previous history entry is the list. */
    isAfterArticleList?: boolean
    /** Id of the new article that this history entry opened, so that a reload continues it. */
    newArticleId?: string
  }
}

/** Preloaded when idle: it cannot load once the network is lost. */
const ArticleEditor = lazyComponent(async () => (await import('./ArticleEditor.tsx')).ArticleEditor)
if (!import.meta.env.SSR) loadWhenIdle(ArticleEditor.preload)

/** `/admin/articles` (spec §2, Article manager). */
export function ArticleManager({ params }: { params: ArticleManagerParams }) {
  const { article, ...filter } = params
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { history } = useRouter()
  const isAfterList = useLocation({ select: ({ state }) => state.isAfterArticleList === true })
  // Once a new article is stored, the URL contains its id; the editor stays.
  const [createdId, setCreatedId] = useState<string>()

  const [leftId, setLeftId] = useState<string>()
  const opened = article === 'new' ? createdId : article
  if (opened !== undefined && opened !== leftId) setLeftId(opened)

  const account = useAdmittedAccount()
  // Preloaded, as the editor waits for them.
  useQuery(newsroomSettingsQuery)
  useQuery(writingPreferencesQuery)

  function openEditor(next: string, { isSaved = false } = {}) {
    if (next === 'new') setCreatedId(undefined)
    else {
      // What the editor needs besides the draft, which the route loads.
      requestDocument(next)
      void queryClient.prefetchQuery(articleTopicsQuery(next))
    }
    void navigate({
      to: '/admin/articles',
      search: { ...filter, article: next },
      state: { isAfterArticleList: article === undefined },
      ignoreBlocker: isSaved,
    })
  }

  /** Goes back if possible, to restore the scroll position. */
  function openList({ isSaved }: { isSaved: boolean }) {
    if (isAfterList) history.back({ ignoreBlocker: isSaved })
    else void navigate({ to: '/admin/articles', search: filter, ignoreBlocker: isSaved })
  }

  const onTab = (tab: string) =>
    tab === 'list' ? openList({ isSaved: false }) : openEditor(article ?? 'new')

  if (article !== undefined)
    return (
      <Radix.Root value="editor" onValueChange={onTab} activationMode="manual">
        <Suspense
          fallback={
            <EditorPage>
              <EditorLoading text={phrase('Loading the editor…')} />
            </EditorPage>
          }
        >
          <ArticleEditor
            // Another account must not continue the edits of this one.
            key={`${account?.id} ${article === createdId ? 'new' : article}`}
            article={article}
            onStored={(id) => {
              if (article !== 'new') return
              setCreatedId(id)
              void navigate({
                to: '/admin/articles',
                search: { ...filter, article: id },
                state: { isAfterArticleList: isAfterList },
                replace: true,
                ignoreBlocker: true,
              })
            }}
            onCopied={(id) => openEditor(id, { isSaved: true })}
            onPublished={() => openList({ isSaved: true })}
            onCancel={() => openList({ isSaved: false })}
          />
        </Suspense>
      </Radix.Root>
    )

  return (
    <AdminPage
      title={phrase('Manage Articles')}
      actions={
        <Button variant="primary" onClick={() => openEditor('new')}>
          <Plus aria-hidden size={16} />
          {phrase('New Article')}
        </Button>
      }
    >
      <Tabs
        label={phrase('Articles')}
        tabs={[
          { name: 'list', label: phrase('Article List') },
          { name: 'editor', label: phrase('New Article') },
        ]}
        current="list"
        onChange={onTab}
      >
        <ArticleList filter={filter} leftId={leftId} onEdit={openEditor} onNew={() => openEditor('new')} />
      </Tabs>
    </AdminPage>
  )
}
