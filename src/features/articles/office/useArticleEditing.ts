import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { isSignedOut } from '#features/accounts/rules/refusals.ts'
import { accountQuery } from '#features/accounts/session.functions.ts'
import { showToast } from '#ui/toast.ts'
import { sendArticle, sendNewArticle } from '../admin-articles.functions.ts'
import { ARTICLE_FIELDS, type ArticleErrors, type ArticleForm, checkArticle } from '../rules/article-form.ts'
import type { EditedArticle } from '../server/edit-article.server.ts'
import { forgetDraft, type LeftDraft, readDrafts, storeDraft } from './article-draft.ts'
import { type Unsaved, useKeepDraft } from './useKeepDraft.ts'

/** What the editor begins with; `version` is null for an article that is not stored. */
export type Opened = { id: string; form: ArticleForm; version: string | null } & Partial<
  Pick<EditedArticle, 'feed' | 'image'>
>

/** What somebody else has stored since. */
export type Theirs = { form: ArticleForm; version: string }

/** Why a save has not been made: nothing of it is lost. */
export type SaveFailure = 'failed' | 'signed-out' | 'gone'

const resolver: Resolver<ArticleForm> = (values) => {
  const found = Object.entries(checkArticle(values))
  if (found.length === 0) return { values, errors: {} }
  return {
    values: {},
    errors: Object.fromEntries(found.map(([field, message]) => [field, { type: 'check', message }])),
  }
}

type Options = { opened: Opened; stored?: EditedArticle | null; onSaved: () => void }

/** The editing of one article: what it began with, what was typed, what somebody else does meanwhile, and saving. */
export function useArticleEditing({ opened, stored, onSaved }: Options) {
  const queryClient = useQueryClient()
  const place = opened.version === null ? 'new' : opened.id
  const [base, setBase] = useState(opened)
  // Counts how often the form was filled anew, for what cannot be told so by its value.
  const [edition, setEdition] = useState(0)
  const [theirs, setTheirs] = useState<Theirs>()
  const [failure, setFailure] = useState<SaveFailure>()
  const [isSaving, setIsSaving] = useState(false)
  const isSavingNow = useRef(false)
  const form = useForm<ArticleForm>({ defaultValues: opened.form, resolver })
  const [values, setValues] = useState(opened.form)
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => setValues({ ...values }) }),
    [form],
  )
  const isChanged = isDifferent(values, base.form)

  const [slot, setSlot] = useState<string>(() => crypto.randomUUID())
  const [offered, setOffered] = useState(() => usableDrafts(place, opened))
  const unsaved = useMemo<Unsaved | null>(
    () =>
      isDifferent(values, base.form)
        ? { id: base.id, base: base.form, version: base.version, form: values }
        : null,
    [values, base],
  )
  const endDraft = useKeepDraft(place, slot, unsaved)

  function fill(next: Opened, content: ArticleForm) {
    setBase(next)
    form.reset(content)
    setValues(content)
    setEdition((count) => count + 1)
  }

  const isOutdated = stored != null && base.version !== null && stored.version !== base.version
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what was stored that is followed
  useEffect(() => {
    if (isOutdated && !isChanged && !isSavingNow.current) fill({ ...base, ...stored }, stored.form)
  }, [isOutdated, isChanged, stored?.version])

  async function store(content: ArticleForm, { id, version }: Pick<Opened, 'id' | 'version'>) {
    if (isSavingNow.current) return
    isSavingNow.current = true
    setIsSaving(true)
    setFailure(undefined)
    const failed = version === null ? 'Failed to create article' : 'Failed to update article'
    try {
      const outcome =
        version === null
          ? await sendNewArticle({ data: { id, form: content } })
          : await sendArticle({ data: { id, version, form: content } })
      switch (outcome.kind) {
        case 'saved':
          endDraft()
          setTheirs(undefined)
          // Whoever had to log in again is known again before the screen asks who it is.
          if (failure === 'signed-out')
            await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
          void queryClient.invalidateQueries({ queryKey: ['admin', 'articles'] })
          void showToast({ title: `Article ${version === null ? 'created' : 'updated'} successfully` })
          return onSaved()
        case 'conflict':
          return setTheirs({ form: outcome.theirs, version: outcome.version })
        case 'invalid':
          return showErrors(outcome.errors)
        case 'gone':
          return setFailure('gone')
      }
    } catch (error) {
      setFailure(isSignedOut(error) ? 'signed-out' : 'failed')
      void showToast({ title: 'Error', text: failed, isError: true })
    } finally {
      isSavingNow.current = false
      setIsSaving(false)
    }
  }

  function showErrors(errors: ArticleErrors) {
    for (const [field, message] of Object.entries(errors))
      form.setError(field as keyof ArticleForm, { type: 'check', message })
  }

  return {
    form,
    values,
    base,
    edition,
    isChanged,
    isSaving,
    failure,
    theirs,
    offered,
    /** What somebody else has stored while this was being changed. */
    newer: isOutdated && isChanged ? stored : undefined,
    save: form.handleSubmit((content) => store(content, base)),
    /** For an article that was deleted meanwhile. */
    saveAnew: () => store(form.getValues(), { id: base.id, version: null }),
    compare: (other: Theirs) => setTheirs(other),
    closeComparison: () => setTheirs(undefined),
    /** Stores what was made of mine and theirs. */
    settle(merged: ArticleForm, other: Theirs) {
      const next = { ...base, form: other.form, version: other.version }
      fill(next, merged)
      setTheirs(undefined)
      return store(merged, next)
    },
    /** What was typed before the choice is kept, and offered in its place. */
    restoreDraft(draft: LeftDraft) {
      const typed = unsaved && { ...unsaved, savedAt: new Date().toISOString() }
      if (typed) storeDraft(place, slot, typed)
      setOffered([...(typed ? [{ ...typed, slot }] : []), ...offered.filter((other) => other !== draft)])
      setSlot(draft.slot)
      fill({ ...base, id: draft.id, form: draft.base, version: draft.version }, draft.form)
    },
    discardDraft(draft: LeftDraft) {
      setOffered(offered.filter((other) => other !== draft))
      forgetDraft(place, draft.slot)
    },
  }
}

function isDifferent(one: ArticleForm, other: ArticleForm): boolean {
  return ARTICLE_FIELDS.some((field) => one[field] !== other[field])
}

/** What is kept of this article, but for what is stored by now: that is forgotten. */
function usableDrafts(place: string, opened: Opened): LeftDraft[] {
  return readDrafts(place).filter((draft) => {
    const isUsable = isDifferent(draft.form, opened.form)
    if (!isUsable) forgetDraft(place, draft.slot)
    return isUsable
  })
}
