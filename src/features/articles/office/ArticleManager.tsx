import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { AdminPage } from '#ui/office/AdminPage.tsx'
import { Button } from '#ui/office/Button.tsx'
import { Tabs } from '#ui/office/Tabs.tsx'
import type { ArticleManagerParams } from '../rules/article-manager-params.ts'
import { ArticleEditor } from './ArticleEditor.tsx'
import { ArticleList } from './ArticleList.tsx'

/** `/admin/articles` (spec section 2, Article manager). */
export function ArticleManager({ params }: { params: ArticleManagerParams }) {
  const { article, ...filter } = params
  const navigate = useNavigate()
  const isEditing = article !== undefined && article !== 'new'

  function open(next: ArticleManagerParams['article'], isSaved = false) {
    return navigate({
      to: '/admin/articles',
      search: { ...filter, article: next },
      ignoreBlocker: isSaved,
    })
  }

  return (
    <AdminPage
      title="Manage Articles"
      actions={
        article === undefined && (
          <Button variant="primary" onClick={() => open('new')}>
            <Plus aria-hidden size={16} />
            New Article
          </Button>
        )
      }
    >
      <Tabs
        label="Articles"
        tabs={[
          { name: 'list', label: 'Article List' },
          { name: 'editor', label: isEditing ? 'Edit Article' : 'New Article' },
        ]}
        current={article === undefined ? 'list' : 'editor'}
        onChange={(tab) => open(tab === 'list' ? undefined : (article ?? 'new'))}
      >
        {article === undefined ? (
          <ArticleList filter={filter} onEdit={open} onNew={() => open('new')} />
        ) : (
          <ArticleEditor
            key={article}
            article={article}
            onSaved={() => open(undefined, true)}
            onCancel={() => open(undefined)}
          />
        )}
      </Tabs>
    </AdminPage>
  )
}
