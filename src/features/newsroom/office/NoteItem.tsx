import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { formatDayAndTime } from '#kernel/dates.ts'
import { textDirection } from '#kernel/text-direction.ts'
import { mentionableQuery } from '../notes.functions.ts'
import { splitMentions } from '../rules/mentions.ts'
import type { Note } from '../server/notes.server.ts'

type Props = { articleId: string; note: Note; badge?: ReactNode }

export function NoteItem({ articleId, note, badge }: Props) {
  const { by, at, editedAt, text } = note
  const { data: people = [] } = useQuery({ ...mentionableQuery(articleId), enabled: text.includes('@') })
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-13 text-muted">
        <strong className="text-14 text-ink wrap-anywhere">
          <bdi>{by?.name ?? 'Deleted account'}</bdi>
        </strong>
        <time dateTime={at}>{formatDayAndTime(at)}</time>
        {editedAt && <span>(edited)</span>}
        {badge}
      </p>
      <p dir={textDirection(text)} className="pt-1 text-14 wrap-anywhere whitespace-pre-wrap">
        {splitMentions(text, people).map(({ text, person }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
          person ? <strong key={index}>{text}</strong> : <Fragment key={index}>{text}</Fragment>,
        )}
      </p>
    </>
  )
}
