import { useMutation } from '@tanstack/react-query'
import { Check as CheckIcon, Pencil, Pin, PinOff, RotateCcw, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { changePostFailure, changePostFn } from '../edit-live.functions.ts'
import { postLabel } from '../rules/live-post.ts'
import type { DeskPost } from '../server/live-desk.server.ts'
import type { PostAction } from '../server/live-posts.server.ts'
import { PostEditForm } from './PostEditForm.tsx'

type Props = { post: DeskPost; canManage: boolean; onChanged: () => void }

const actions = (): Record<PostAction, { label: string; Icon: typeof Pin; isDangerous?: boolean }> => ({
  publish: { label: phrase('Publish'), Icon: CheckIcon },
  refuse: { label: phrase('Refuse'), Icon: X, isDangerous: true },
  pin: { label: phrase('Pin'), Icon: Pin },
  unpin: { label: phrase('Unpin'), Icon: PinOff },
  withdraw: { label: phrase('Withdraw'), Icon: Trash2, isDangerous: true },
  restore: { label: phrase('Restore'), Icon: RotateCcw },
})

/** A post on the desk, with the actions that the person may take. */
export function PostItem({ post, canManage, onChanged }: Props) {
  const [isEditing, setIsEditing] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (action: PostAction) => changePostFn({ data: { id: post.id, action } }),
    onSuccess(outcome) {
      if (outcome.kind === 'refused')
        void showToast({ title: changePostFailure(), text: outcome.reasons.join(' '), isError: true })
      onChanged()
    },
    onError: (error) => showFailure(error, changePostFailure()),
  })
  const name = postLabel(post)
  const canEdit = canManage || (post.isOwn && post.state === 'waiting')
  return (
    <li
      id={`post-${post.id}`}
      className={`flex flex-col gap-2 px-4 py-4 ${post.withdrawnAt ? 'bg-wash' : ''}`}
    >
      <PostMeta post={post} />
      {isEditing ? (
        <PostEditForm
          post={post}
          onClose={() => {
            setIsEditing(false)
            onChanged()
          }}
        />
      ) : (
        <>
          {post.headline && (
            <h3 dir="auto" className="font-serif text-20 font-semibold wrap-anywhere">
              {post.headline}
            </h3>
          )}
          <div
            dir="auto"
            className="prose max-w-none! text-16/6!"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server
            dangerouslySetInnerHTML={{ __html: post.html }}
          />
          {post.correction && (
            <p className="text-14">
              <strong>{phrase('Corrected:')}</strong> {post.correction}
            </p>
          )}
          <div className="flex flex-wrap gap-2 pt-1">
            {actionsFor(post, canManage).map((action) => {
              const { label, Icon, isDangerous } = actions()[action]
              return (
                <Button
                  key={action}
                  variant={action === 'publish' ? 'primary' : isDangerous ? 'danger' : 'plain'}
                  aria-label={`${label} “${name}”`}
                  isBusy={isPending}
                  onClick={() => mutate(action)}
                >
                  <Icon aria-hidden size={16} />
                  {label}
                </Button>
              )
            })}
            {canEdit && !post.withdrawnAt && (
              <Button aria-label={phrase('Edit “{name}”', { name })} onClick={() => setIsEditing(true)}>
                <Pencil aria-hidden size={16} />
                {phrase('Edit')}
              </Button>
            )}
          </div>
        </>
      )}
    </li>
  )
}

function actionsFor({ state, isOwn, isPinned, withdrawnAt }: DeskPost, canManage: boolean): PostAction[] {
  if (!canManage) return state === 'waiting' && isOwn ? ['refuse'] : []
  if (state === 'waiting') return ['publish', 'refuse']
  if (state === 'refused') return ['publish']
  return withdrawnAt ? ['restore'] : [isPinned ? 'unpin' : 'pin', 'withdraw']
}

function PostMeta({ post }: { post: DeskPost }) {
  const { state, publishedAt, createdAt, editedAt, correctedAt, withdrawnAt } = post
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">
      <span className="font-semibold text-ink">
        <Moment at={publishedAt ?? createdAt} />
      </span>
      {(post.byline || post.by) && <bdi>{post.byline || post.by}</bdi>}
      {state === 'waiting' && <Badge tone="caution">{phrase('Waiting for an editor')}</Badge>}
      {state === 'refused' && <Badge tone="danger">{phrase('Refused')}</Badge>}
      {withdrawnAt && <Badge tone="danger">{phrase('Withdrawn')}</Badge>}
      {post.isPinned && <Badge tone="good">{phrase('Pinned')}</Badge>}
      {post.isKey && <Badge>{phrase('Key event')}</Badge>}
      {correctedAt && (
        <span>
          {phraseParts('Corrected {time}', { time: <Moment key="time" at={correctedAt} isPhrase /> })}
        </span>
      )}
      {editedAt && (
        <span>{phraseParts('Edited {time}', { time: <Moment key="time" at={editedAt} isPhrase /> })}</span>
      )}
    </p>
  )
}
