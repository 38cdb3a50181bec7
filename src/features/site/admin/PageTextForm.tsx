import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useAdmittedAccount } from '#features/access/admin/useCapability.ts'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { htmlDirection } from '#kernel/text/text-direction.ts'
import { DraftOffers } from '#ui/admin/forms/DraftOffers.tsx'
import { ConflictNotice } from '#ui/admin/forms/FormNotices.tsx'
import { SaveBar } from '#ui/admin/forms/SaveBar.tsx'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { recovery, useFormDrafts } from '#ui/admin/forms/useFormDrafts.ts'
import { useStoredForm } from '#ui/admin/forms/useStoredForm.ts'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { Tabs } from '#ui/admin/Tabs.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import {
  pageLoadFailure,
  pagePreviewQuery,
  pageSaveFailure,
  pageTextQuery,
  savePageText,
} from '../edit-pages.functions.ts'
import { MAX_PAGE_LENGTH, pageFormSchema } from '../rules/page-form.ts'
import { STATIC_PAGES, type StaticPageName } from '../rules/static-page.ts'

const modes = () =>
  [
    { name: 'edit', label: phrase('Edit') },
    { name: 'preview', label: phrase('Preview') },
  ] as const

type Props = {
  name: StaticPageName
  label: string
  stored: { html: string; builtIn: string; changedBy: { email: string; at: string } | null }
}

/** A page that is not stored yet starts with the built-in text. */
export function PageTextForm({ name, label, stored }: Props) {
  const queryClient = useQueryClient()
  const [mode, setMode] = useState<'edit' | 'preview'>('edit')
  const { mutate, isPending } = useMutation({
    mutationFn: savePageText,
    onSuccess(outcome, sent) {
      const html = outcome.stored.values[STATIC_PAGES[name].setting] ?? ''
      if (outcome.kind === 'saved') {
        form.markSaved({ html: sent.typed }, { html: orBuiltIn(html, stored.builtIn) })
        void showToast({ title: phrase('Success'), text: phrase('Page content saved successfully') })
      }
      queryClient.setQueryData(
        pageTextQuery(name).queryKey,
        (known) => known && { ...known, html, changedBy: outcome.stored.changedBy },
      )
    },
    onError: (error) => showFailure(error, pageSaveFailure()),
  })
  const initial = useMemo(
    () => ({ html: orBuiltIn(stored.html, stored.builtIn) }),
    [stored.html, stored.builtIn],
  )
  const form = useStoredForm(pageFormSchema, initial, isPending)
  const { html } = form.values
  const owner = useAdmittedAccount()?.id
  const { drafts, restore } = useFormDrafts(form, `page:${owner}:${name}`)

  const submit = form.handleSubmit((typed) => {
    if (!isPending) mutate({ name, base: stored.html, typed: typed.html })
  })

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={label}
      className="sheet flex min-w-0 flex-col gap-4 p-4 md:p-5"
    >
      <UnsavedChangesGuard isChanged={form.isChanged} parameter="page" recovery={recovery()} />
      <DraftOffers drafts={drafts} onRestore={restore} />
      <ConflictNotice form={form} changedBy={stored.changedBy} labels={{ html: phrase('The text') }} />
      <Tabs label={phrase('Mode')} tabs={modes()} current={mode} onChange={setMode}>
        {mode === 'edit' ? (
          <TextArea
            label={phrase('HTML of the {label}', { label: label.toLowerCase() })}
            help={
              <span className="flex flex-wrap justify-between gap-x-4">
                <span>
                  {stored.html.trim() === '' && phrase('Not customised yet: readers see the built-in text.')}
                </span>
                <span className="tabular-nums">
                  {plural(html.length, '{count} character', '{count} characters')}
                </span>
              </span>
            }
            rows={22}
            isCode
            maxLength={MAX_PAGE_LENGTH}
            {...form.field('html')}
          />
        ) : (
          <PagePreview name={name} html={html} />
        )}
      </Tabs>
      <SaveBar isChanged={form.isChanged} isBusy={isPending} label={phrase('Save Changes')} />
    </form>
  )
}

function PagePreview({ name, html }: { name: StaticPageName; html: string }) {
  return (
    <LoadState query={useQuery(pagePreviewQuery(name, html))} failure={pageLoadFailure()}>
      {(page) => <PageText title={STATIC_PAGES[name].title} html={page} />}
    </LoadState>
  )
}

function PageText({ title, html }: { title: string; html: string }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only prevents links from leaving the editor
    // biome-ignore lint/a11y/useKeyWithClickEvents: following a link by keyboard is a click event too
    <div
      className="mx-auto max-w-[35rem]"
      onClick={(event) => (event.target as Element).closest('a') && event.preventDefault()}
    >
      <h2 className="headline mb-6 border-t border-ink pt-3 text-38">{title}</h2>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
      <div dir={htmlDirection(html)} className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  )
}

function orBuiltIn(html: string, builtIn: string): string {
  return html.trim() === '' ? builtIn : html
}
