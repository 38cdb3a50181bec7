import { useEffect, useRef, useState } from 'react'
import { focusEditor } from '#features/blocks/admin/rich-text-tools.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { submitWithKey } from '#ui/admin/dialogs/Dialog.tsx'
import type { LivePostForm } from '../rules/live-post.ts'
import type { Outbox } from './outbox.ts'
import { Check, PostFields } from './PostFields.tsx'
import { emptyPost, isBlank, type UnsentPost, type UnsentPosts } from './unsent-posts.ts'
import { replacePost, usePostEditor } from './usePostEditor.ts'

type Props = {
  stored: UnsentPosts
  outbox: Outbox
  byline: string
  canPin: boolean
  /** Otherwise, posts wait for an editor. */
  isPublishedAtOnce: boolean
  /** An unsent post that the person wants to edit again. */
  returned: UnsentPost | undefined
  onSent: (byline: string) => void
}

/** Writes a new post, which is stored on this device until it is sent. */
export function PostComposer(props: Props) {
  const { stored, outbox, canPin, isPublishedAtOnce, returned, onSent } = props
  const [post, setPost] = useState(() => restorePost(stored) ?? emptyPost(props.byline))
  const current = useRef(post)
  const editor = usePostEditor(post.body, (body) => change({ body }))

  function show(next: UnsentPost): void {
    current.current = next
    setPost(next)
  }

  function change(change: Partial<LivePostForm> & { isPinned?: boolean }): void {
    const next = { ...current.current, ...change, savedAt: new Date().toISOString() }
    show(next)
    if (isBlank(next)) stored.remove(next.id)
    else stored.store(next)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a post is returned
  useEffect(() => {
    if (!returned) return
    // The post that was being typed stays on this device, separately.
    if (!isBlank(current.current)) stored.store({ ...current.current, id: crypto.randomUUID() })
    stored.remove(current.current.id)
    const next: UnsentPost = { ...returned, status: 'typed' }
    stored.store(next)
    show(next)
    replacePost(editor, next.body)
    focusEditor(editor)
  }, [returned])

  function send(): void {
    const sent = current.current
    if (isBlank(sent)) {
      focusEditor(editor)
      return
    }
    show(restorePost(stored, sent.id) ?? emptyPost(sent.byline))
    replacePost(editor, current.current.body)
    focusEditor(editor)
    onSent(sent.byline)
    void outbox.send(sent)
  }

  return (
    <form
      aria-label={phrase('New post')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      // Before the editor, which would insert a line break.
      onKeyDownCapture={submitWithKey}
      className="sheet flex flex-col gap-3 p-4"
    >
      <PostFields editor={editor} values={post} onChange={change}>
        {canPin && (
          <Check
            label={phrase('Pin')}
            isChecked={post.isPinned}
            onChange={(isPinned) => change({ isPinned })}
          />
        )}
      </PostFields>
      <Button type="submit" variant="primary" title={phrase('Ctrl+Enter')} className="sm:self-end">
        {isPublishedAtOnce ? phrase('Publish Post') : phrase('Send for Approval')}
      </Button>
    </form>
  )
}

/** Returns the latest unsent post under a new id, as it may still be open in another tab. */
function restorePost(stored: UnsentPosts, except?: string): UnsentPost | undefined {
  const typed = stored.list().find(({ id, status }) => status === 'typed' && id !== except)
  if (!typed) return undefined
  stored.remove(typed.id)
  const restored = { ...typed, id: crypto.randomUUID() }
  stored.store(restored)
  return restored
}
