import { Button } from '#ui/office/Button.tsx'
import { DraftNotices } from '#ui/office/DraftNotices.tsx'
import { FormNotice, FormNotices } from '#ui/office/FormNotices.tsx'
import type { ArticleEditorState, SaveFailure } from './useArticleEditor.ts'

export function EditorNotices({ editor }: { editor: ArticleEditorState }) {
  const { drafts, newer, failure } = editor
  return (
    <FormNotices alert={failure && <Failure failure={failure} editor={editor} />}>
      <DraftNotices drafts={drafts} onRestore={editor.restoreDraft} />
      {newer && (
        <FormNotice actions={<Button onClick={() => editor.compare(newer)}>Compare versions</Button>}>
          Someone else has saved this article since you opened it.
        </FormNotice>
      )}
    </FormNotices>
  )
}

function Failure({ failure, editor }: { failure: SaveFailure; editor: ArticleEditorState }) {
  if (failure.kind === 'refused')
    return (
      <FormNotice isFailure>
        {failure.reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </FormNotice>
    )
  if (failure.kind === 'gone')
    return (
      <FormNotice
        isFailure
        actions={<Button onClick={() => editor.saveAsNew(failure.action)}>Save as a new article</Button>}
      >
        <strong>Someone else has deleted this article.</strong> Your changes are still here.
      </FormNotice>
    )
  return (
    <FormNotice isFailure>
      {failure.kind === 'failed' ? (
        <strong>Failed to save article. Please try again.</strong>
      ) : (
        <>
          <strong>You have been signed out.</strong> Your changes are still here.{' '}
          <a href="/admin/login" target="_blank" rel="noopener" className="underline">
            Log in in a new tab
          </a>
          , then save again.
        </>
      )}
    </FormNotice>
  )
}
