import { useState } from 'react'
import { FindArticleDialog } from '#features/articles/admin/FindArticleDialog.tsx'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { Field } from '#ui/admin/forms/Field.tsx'
import type { CampaignDraft } from '../rules/campaign.ts'

type Article = NonNullable<CampaignDraft['article']>

type Props = {
  article: Article | null
  error: string | undefined
  onChange: (article: Article) => void
}

/** The article that the template "Article" sends. */
export function ArticleField({ article, error, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Field
        label={phrase('Article')}
        isRequired
        error={error}
        help={phrase('Sent as published when the campaign starts.')}
        action={
          <Button onClick={() => setOpen(true)}>
            {article ? phrase('Change Article…') : phrase('Choose Article…')}
          </Button>
        }
      >
        {(control) => (
          <output {...control} dir="auto" className="min-w-0 self-center text-14 wrap-anywhere">
            {article ? article.title : <span className="text-muted">{phrase('No article chosen')}</span>}
          </output>
        )}
      </Field>
      {isOpen && (
        <FindArticleDialog
          title={phrase('Choose an article to send')}
          isOwn
          onClose={() => setOpen(false)}
          onChoose={({ id, title }) => {
            setOpen(false)
            onChange({ id, title })
          }}
        />
      )}
    </>
  )
}
