import { useMutation, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { endedRightsQuery } from '#features/media/media.functions.ts'
import { listUploadNames } from '#features/media/rules/ended-rights.ts'
import { notesQuery } from '#features/notes/notes.functions.ts'
import { countBlocking } from '#features/notes/rules/notes.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { SettingsSection } from '#ui/admin/SettingsSection.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { findDeadLinksFn, newsroomSettingsQuery } from '../publishing.functions.ts'
import { checkArticle, listLinks } from '../rules/publish-check.ts'

/** Lists the failed checks (newsroom §2, Publish check). */
export function PublishCheckPanel({ id, form: typed }: { id: string; form: ArticleForm }) {
  const form = useDeferredValue(typed)
  const { data: settings } = useQuery(newsroomSettingsQuery)
  const { data: notes } = useQuery(notesQuery(id))
  const blockingNotes = countBlocking(notes ?? [])
  const { content } = form
  const listed = useMemo(() => listLinks(content), [content])
  const links = useMutation({
    mutationFn: (content: string) => findDeadLinksFn({ data: { content } }),
    onError: (error) => showFailure(error, phrase('Failed to check links')),
  })
  const { imageUrl, socialImage } = form
  const uploads = useMemo(
    () => listUploadNames(imageUrl, content, socialImage ?? ''),
    [imageUrl, content, socialImage],
  )
  const { data: endedRights } = useQuery(endedRightsQuery(uploads))
  const checkLevels = settings?.checkLevels
  const deadLinks = useMemo(() => links.data?.filter((url) => listed.includes(url)), [links.data, listed])
  const findings = useMemo(
    () => (checkLevels ? checkArticle(form, checkLevels, { deadLinks, blockingNotes, endedRights }) : []),
    [form, checkLevels, deadLinks, blockingNotes, endedRights],
  )
  if (!checkLevels) return null
  return (
    <SettingsSection title={phrase('Publish check')}>
      {findings.length === 0 ? (
        <p className="text-14 text-muted">{phrase('No problems found.')}</p>
      ) : (
        <ul className="flex flex-col gap-1 text-14">
          {findings.map(({ level, text }) => (
            <li key={text} className="wrap-anywhere">
              <strong className={level === 'must' ? 'text-accent' : 'font-semibold'}>
                {level === 'must' ? phrase('Required:') : phrase('Recommended:')}
              </strong>{' '}
              {text}
            </li>
          ))}
        </ul>
      )}
      {listed.length > 0 && checkLevels.links !== 'off' && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            isBusy={links.isPending}
            busyText={phrase('Checking…')}
            onClick={() => links.mutate(content)}
          >
            {phrase('Check Links')}
          </Button>
          {links.isSuccess && (
            <p role="status" className="text-13 text-muted">
              {deadLinks?.length ? phrase('Some links do not work.') : phrase('No dead links found.')}
            </p>
          )}
        </div>
      )}
    </SettingsSection>
  )
}
